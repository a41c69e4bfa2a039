package dev.varve.connect.simulation;

import dev.varve.connect.ledger.Ledger;
import dev.varve.connect.sink.KafkaLog;
import dev.varve.connect.sink.OffsetRewrite;
import dev.varve.connect.sink.SimulatedKafka;
import dev.varve.connect.sink.SimulatedRecord;
import dev.varve.connect.sink.SimulatedRecord.Kind;
import dev.varve.connect.sink.SimulatedTask;
import dev.varve.table.TableId;
import dev.varve.table.error.TableException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;

/** The topics of one connector, what is produced to them, and what happens to their offsets. */
final class Source {
    private static final int KEYS = 2;

    private final World world;
    private final String ledgerId;
    private final Map<TableId, TableWatch> tables;
    private final SimulatedKafka kafka = new SimulatedKafka();
    private final Map<String, TableId> soleTables = new HashMap<>();
    private final Map<String, List<TableId>> tablesOfTopic = new TreeMap<>();
    /** Records below were skipped on purpose. */
    private final Map<TopicPartition, Long> skippedBelow = new HashMap<>();
    /** Where a topic's new life must end so that it cannot be taken for the old one, if topics have no ids. */
    private final Map<TopicPartition, Long> endsBefore = new HashMap<>();

    Source(World world, String ledgerId, Map<TableId, TableWatch> tables) {
        this.world = world;
        this.ledgerId = ledgerId;
        this.tables = tables;
        List<TableId> ids = List.copyOf(tables.keySet());
        int topics = 1 + world.random().nextInt(2);
        for (int i = 0; i < topics; i++) {
            String topic = ledgerId + i;
            kafka.create(topic, 1 + world.random().nextInt(2));
            if (world.oneIn(3)) {
                tablesOfTopic.put(topic, ids);
            } else {
                TableId sole = world.pick(ids);
                tablesOfTopic.put(topic, List.of(sole));
                soleTables.put(topic, sole);
            }
        }
        tables.values().forEach(table -> table.model().source(this));
    }

    String ledgerId() {
        return ledgerId;
    }

    SimulatedKafka kafka() {
        return kafka;
    }

    /** Records of this partition below this offset were skipped on purpose; those that had landed before are no matter here. */
    private long skippedBelow(TopicPartition partition) {
        return skippedBelow.getOrDefault(partition, 0L);
    }

    Map<String, TableId> soleTables() {
        return soleTables;
    }

    List<TopicPartition> partitions() {
        var sorted = new TreeSet<TopicPartition>(SimulatedTask.COMPARING_PARTITIONS);
        sorted.addAll(kafka.partitions());
        return List.copyOf(sorted);
    }

    void produce() {
        TopicPartition partition = world.pick(partitions());
        int count = 1 + world.random().nextInt(4);
        for (int i = 0; i < count; i++) {
            if (world.oneIn(10) && mayGrow(partition, 4)) {
                kafka.gap(partition, 1 + world.random().nextInt(3));
            }
            if (mayGrow(partition, 1)) {
                String key = partition + "/" + kafka.life(partition) + "/"
                        + world.random().nextInt(KEYS);
                Optional<String> column = world.oneIn(25)
                        ? Optional.of("c" + world.random().nextInt(Shape.EXTRA_COLUMNS))
                        : Optional.empty();
                kafka.append(partition, kind(), world.pick(tablesOfTopic.get(partition.topic())), key, column);
            }
        }
    }

    private boolean mayGrow(TopicPartition partition, long by) {
        return kafka.end(partition) + by < endsBefore.getOrDefault(partition, Long.MAX_VALUE);
    }

    private Kind kind() {
        return switch (world.random().nextInt(40)) {
            case 0 -> Kind.BAD;
            case 1 -> Kind.UNREADABLE;
            case 2, 3 -> Kind.FILTERED;
            case 4, 5 -> Kind.SKIPPED;
            case 6, 7 -> Kind.NO_CHANGE;
            default -> Kind.ROW;
        };
    }

    private long landed(TableId table, TopicPartition partition) {
        return tables.get(table).model().next(ledgerId, partition);
    }

    /** A topic is deleted and created anew. Without ids it does not come so far that its new life looks like the old. */
    void recreate() {
        String topic = world.pick(List.copyOf(tablesOfTopic.keySet()));
        world.tally()
                .count(
                        tablesOfTopic.get(topic).size() == 1
                                ? Happening.TOPIC_RECREATED
                                : Happening.TOPIC_OF_TWO_TABLES_RECREATED);
        kafka.recreate(topic);
        for (TopicPartition partition : partitions()) {
            if (partition.topic().equals(topic)) {
                kafka.forgetCommitted(partition);
                skippedBelow.remove(partition);
                endsBefore.remove(partition);
                tables.values().forEach(table -> {
                    table.model().startAt(ledgerId, partition, 0);
                    if (!kafka.hasTopicIds()) {
                        limitBelowLedgerOf(table, partition);
                    }
                });
            }
        }
    }

    private void limitBelowLedgerOf(TableWatch table, TopicPartition partition) {
        table.model()
                .ledger(ledgerId)
                .find(partition)
                .ifPresent(landed -> endsBefore.merge(partition, landed, Math::min));
    }

    /** The group has been idle for so long that its offsets have expired. No task runs. */
    void forgetGroup() {
        world.tally().count(Happening.GROUP_EXPIRED);
        for (TopicPartition partition : partitions()) {
            kafka.forgetCommitted(partition);
            tables.values().forEach(table -> table.model().startAt(ledgerId, partition, 0));
        }
    }

    boolean feeds(TableId table) {
        return tablesOfTopic.values().stream().anyMatch(ids -> ids.contains(table));
    }

    /** Whether each partition that feeds the table starts at what its ledger says, as it is now. */
    boolean startsAtLedgerOf(TableId table, Ledger ledger) {
        return partitions().stream()
                .filter(partition -> tablesOfTopic.get(partition.topic()).contains(table))
                .allMatch(partition -> soleTables.containsKey(partition.topic())
                        && ledger.find(partition).isPresent());
    }

    /**
     * A table was rolled back. Its ledger may be further on than before, where the operator had set it forward and then back again; what
     * it is past of bad records was waived or reported then.
     */
    void rolledBack(TableId table) {
        partitions().forEach(partition -> skippedBelow.merge(partition, landed(table, partition), Math::max));
    }

    /** The operator takes the group back to where the table is. Other tables skip what they have. No task runs. */
    void takeGroupBackTo(TableId table) {
        for (TopicPartition partition : partitions()) {
            if (!tablesOfTopic.get(partition.topic()).contains(table)) {
                continue;
            }
            long landed = landed(table, partition);
            long committed = kafka.committed(partition).orElse(0L);
            if (landed < committed) {
                kafka.commit(partition, landed);
                tables.values().forEach(other -> other.model().startAt(ledgerId, partition, landed));
            } else {
                // A group that has expired meanwhile may stand lower than when the table was created.
                tables.get(table).model().startAt(ledgerId, partition, committed);
            }
        }
    }

    /** Retention deletes records, landed or not. */
    void expireRecords() {
        world.tally().count(Happening.RECORDS_EXPIRED);
        TopicPartition partition = world.pick(partitions());
        kafka.expireBelow(partition, world.random().nextLong(kafka.end(partition) + 1));
    }

    /** The operator sets offsets of one partition through the REST API. No task runs. */
    void alterOffsets() {
        TopicPartition partition = world.pick(partitions());
        long current = kafka.committed(partition).orElse(0L);
        boolean back = world.random().nextInt(3) > 0 || current > kafka.end(partition);
        long target = back
                ? world.random().nextLong(current + 1)
                : current + world.random().nextLong(kafka.end(partition) - current + 1);
        world.tally().count(back ? Happening.OFFSETS_SET_BACK : Happening.OFFSETS_SET_FORWARD);
        rewrite(Map.of(partition, target));
        kafka.commit(partition, target);
        tables.values().forEach(table -> table.model().startAt(ledgerId, partition, target));
        if (back) {
            skippedBelow.computeIfPresent(partition, (key, skipped) -> Math.min(skipped, target));
        } else {
            skippedBelow.merge(partition, target, Math::max);
        }
    }

    /** As often as it takes: Connect answers a failure with an error, and the operator asks again. */
    private void rewrite(Map<TopicPartition, Long> offsets) {
        boolean[] done = {false};
        while (!done[0]) {
            var process = new Process(world);
            process.run(() -> {
                try {
                    new OffsetRewrite(
                                    process.warehouse(),
                                    ledgerId,
                                    kafka.hasTopicIds() ? kafka : KafkaLog.UNKNOWN,
                                    process.env())
                            .rewrite(offsets);
                    done[0] = true;
                } catch (TableException e) {
                    world.faults().stepEnds();
                }
            });
            process.finish();
        }
    }

    /** Below the group's offset every row has landed, and every bad record was reported. */
    void checkGroupOffsets() {
        for (TopicPartition partition : partitions()) {
            long committed = kafka.committed(partition).orElse(0L);
            for (SimulatedRecord record : kafka.records(partition)) {
                if (record.offset() >= committed || record.offset() < skippedBelow(partition)) {
                    continue;
                }
                if (record.kind() == Kind.ROW
                        && landed(record.table(), partition) <= record.offset()
                        && !tables.get(record.table()).model().wasTakenBack(record)) {
                    world.violations().report("%s has not landed, but the group is at %s", record, committed);
                }
                boolean bad = record.kind() == Kind.BAD || record.kind() == Kind.UNREADABLE;
                if (bad && !kafka.reported().contains(record.id())) {
                    world.violations().report("%s was not reported, but the group is at %s", record, committed);
                }
            }
        }
    }

    /** Rows that wait to be landed, and records that the group has still to pass: with nothing left to do it has no lag. */
    List<SimulatedRecord> waiting() {
        return partitions().stream()
                .flatMap(partition -> kafka.records(partition).stream())
                .filter(record -> isAheadOfGroup(record) || waitsToBeLanded(record))
                .collect(Collectors.toList());
    }

    private boolean isAheadOfGroup(SimulatedRecord record) {
        return record.offset() >= kafka.committed(record.partition()).orElse(0L);
    }

    private boolean waitsToBeLanded(SimulatedRecord record) {
        return record.kind() == Kind.ROW && landed(record.table(), record.partition()) <= record.offset();
    }
}
