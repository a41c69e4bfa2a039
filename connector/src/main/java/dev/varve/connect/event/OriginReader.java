package dev.varve.connect.event;

import java.util.Arrays;
import org.apache.kafka.connect.sink.SinkRecord;

/** Finds a record's original position. Workers before 3.6 do not keep it; there the position after transforms is all there is. */
public final class OriginReader {
    private static final OriginReader OF_THIS_WORKER = new OriginReader(Arrays.stream(SinkRecord.class.getMethods())
            .anyMatch(method -> method.getName().equals("originalTopic")));

    private final boolean workerKeepsOriginals;

    OriginReader(boolean workerKeepsOriginals) {
        this.workerKeepsOriginals = workerKeepsOriginals;
    }

    /** For the worker this runs in. */
    public static OriginReader ofThisWorker() {
        return OF_THIS_WORKER;
    }

    /** Whether a transform that renames topics or changes partitions can be seen through. */
    public boolean workerKeepsOriginals() {
        return workerKeepsOriginals;
    }

    /** The position of the record. Allocates one object. */
    public Origin of(SinkRecord record) {
        return workerKeepsOriginals
                ? Originals.of(record)
                : new Origin(record.topic(), partition(record.kafkaPartition()), record.kafkaOffset());
    }

    private static int partition(Integer partition) {
        return partition == null ? 0 : partition;
    }

    /** The only class that names the methods old workers lack: it is loaded only where they exist. */
    private static final class Originals {
        static Origin of(SinkRecord record) {
            return new Origin(
                    record.originalTopic(), partition(record.originalKafkaPartition()), record.originalKafkaOffset());
        }
    }
}
