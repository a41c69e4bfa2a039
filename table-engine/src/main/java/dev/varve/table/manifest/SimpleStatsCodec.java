package dev.varve.table.manifest;

import dev.varve.table.avro.RecordOutput;
import dev.varve.table.avro.RecordView;
import dev.varve.table.error.CorruptTableException;
import dev.varve.table.row.BinaryRow;
import java.util.Collections;
import java.util.List;

/** The record of statistics, which is part of other records (format page manifests, SimpleStats). */
final class SimpleStatsCodec {
    private static final int MIN_VALUES = 0;
    private static final int MAX_VALUES = 1;
    private static final int NULL_COUNTS = 2;

    private SimpleStatsCodec() {}

    /** The Avro type, whose name follows the record and field that hold it. */
    static String schema(String recordName) {
        return """
                {"type":"record","name":"%s","fields":[
                 {"name":"_MIN_VALUES","type":"bytes"},
                 {"name":"_MAX_VALUES","type":"bytes"},
                 {"name":"_NULL_COUNTS","type":["null",{"type":"array","items":["null","long"]}],"default":null}]}
                """.formatted(recordName);
    }

    static void encode(SimpleStats stats, RecordOutput output) {
        output.putBytes(stats.min().serialize());
        output.putBytes(stats.max().serialize());
        // Never null: readers fail on it.
        output.putPresent();
        output.beginArray(stats.nullCounts().size());
        for (Long count : stats.nullCounts()) {
            if (count == null) {
                output.putNull();
            } else {
                output.putPresent();
                output.putLong(count);
            }
        }
        output.endArray();
    }

    static SimpleStats decode(RecordView record) {
        BinaryRow min = BinaryRow.deserialize(record.bytesAt(MIN_VALUES));
        BinaryRow max = BinaryRow.deserialize(record.bytesAt(MAX_VALUES));
        List<Long> nullCounts = record.isNull(NULL_COUNTS)
                ? Collections.nCopies(min.arity(), null)
                : record.nullableLongsAt(NULL_COUNTS);
        if (min.arity() != max.arity() || min.arity() != nullCounts.size()) {
            throw new CorruptTableException("statistics of " + min.arity() + " smallest, " + max.arity()
                    + " largest values and " + nullCounts.size() + " null counts");
        }
        return min.arity() == 0 ? SimpleStats.EMPTY : new SimpleStats(min, max, nullCounts);
    }
}
