package dev.varve.connect.simulation;

import dev.varve.connect.ledger.Ledger;
import dev.varve.connect.sink.SimulatedKafka;
import dev.varve.connect.sink.SimulatedRecord;
import dev.varve.connect.sink.SimulatedRecord.Kind;
import dev.varve.table.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;

/**
 * What one table must hold, told from the ledgers of its snapshots alone: when a ledger moves from one offset to another, the
 * records of the range between are in the table, each once.
 */
final class TableModel {
    private final String name;
    private final Shape shape;
    private final Violations violations;
    private final Tally tally;
    private final Map<String, Source> sources = new HashMap<>();
    private final Map<String, List<SimulatedRecord>> announced = new HashMap<>();
    private final NavigableMap<Long, State> states = new TreeMap<>();
    /** Where records begin that this table is to have, of partitions that its ledger does not know. */
    private final Map<TopicPartition, Long> startsAt = new HashMap<>();
    /** Records below have been in the table and are not any more, for it was rolled back. */
    private final Map<TopicPartition, Long> takenBackBelow = new HashMap<>();

    private State now = new State();

    TableModel(String name, Shape shape, Violations violations, Tally tally) {
        this.name = name;
        this.shape = shape;
        this.violations = violations;
        this.tally = tally;
    }

    /** A connector lands records of this source under this ledger. */
    void source(Source source) {
        sources.put(source.ledgerId(), source);
    }

    /** A writer without a ledger may commit these. */
    void announce(String commitUser, List<SimulatedRecord> records) {
        announced.put(commitUser, records);
    }

    Ledger ledger(String ledgerId) {
        return now.ledger(ledgerId);
    }

    /** The next offset of this partition that the table is to have. */
    long next(String ledgerId, TopicPartition partition) {
        SimulatedKafka kafka = sources.get(ledgerId).kafka();
        boolean ofFormerLife = ledger(ledgerId).entry(partition).isPresent() && !isOfThisLife(kafka, partition);
        if (kafka.hasTopicIds() && ofFormerLife) {
            return 0;
        }
        return ledger(ledgerId).find(partition).orElse(startsAt.getOrDefault(partition, 0L));
    }

    private boolean isOfThisLife(SimulatedKafka kafka, TopicPartition partition) {
        return now.lives.getOrDefault(partition, 0) == kafka.life(partition);
    }

    /** Partitions that the ledger does not know are read from here on, since the operator says so. */
    void startAt(String ledgerId, TopicPartition partition, long offset) {
        if (ledger(ledgerId).find(partition).isEmpty()) {
            startsAt.put(partition, offset);
        }
    }

    boolean wasTakenBack(SimulatedRecord record) {
        return record.offset() < takenBackBelow.getOrDefault(record.partition(), 0L);
    }

    /** Whether all that the ledgers of a snapshot know is of the lives that topics have now. */
    boolean isOfTheseLives(long snapshotId) {
        State state = states.get(snapshotId);
        return sources.values().stream()
                .allMatch(source -> state.ledger(source.ledgerId()).entries().keySet().stream()
                        .allMatch(partition -> state.lives.getOrDefault(partition, 0)
                                == source.kafka().life(partition)));
    }

    /** What a snapshot that is still there says of a connector. */
    Ledger ledgerOf(long snapshotId, String ledgerId) {
        return states.get(snapshotId).ledger(ledgerId);
    }

    /** The newest snapshot has been taken away, and the one before is the newest. */
    void takeBack(long newest) {
        State before = now;
        states.tailMap(newest, false).clear();
        now = states.get(newest).copy();
        before.ledgers.forEach((ledgerId, ledger) -> ledger.entries()
                .forEach((partition, entry) -> takenBackBelow.merge(partition, entry.next(), Math::max)));
    }

    void expired(long snapshotId) {
        states.remove(snapshotId);
    }

    /** The table is not there any more. What is to come begins where consumers stand. */
    void dropped() {
        states.clear();
        takenBackBelow.clear();
        announced.clear();
        now = new State();
        sources.values()
                .forEach(source -> source.partitions()
                        .forEach(partition -> startsAt.put(
                                partition, source.kafka().committed(partition).orElse(0L))));
    }

    /** A snapshot has become visible. */
    void apply(Snapshot snapshot) {
        sources.forEach((ledgerId, source) -> {
            String text = snapshot.properties().get(Ledger.property(ledgerId));
            if (text != null) {
                Ledger newer = Ledger.parse(text, name);
                moved(source, ledger(ledgerId), newer, isRewrite(snapshot, ledgerId));
                now.ledgers.put(ledgerId, newer);
            }
        });
        List<SimulatedRecord> foreign = announced.remove(snapshot.commitUser());
        if (foreign != null) {
            foreign.forEach(this::apply);
        }
        states.put(snapshot.id(), now.copy());
    }

    private static boolean isRewrite(Snapshot snapshot, String ledgerId) {
        return snapshot.commitUser().startsWith(ledgerId + "-offsets-");
    }

    private void moved(Source source, Ledger older, Ledger newer, boolean rewrite) {
        SimulatedKafka kafka = source.kafka();
        older.entries().keySet().forEach(partition -> {
            if (newer.find(partition).isEmpty() && !rewrite) {
                violations.report("%s: ledger %s has forgotten %s", name, source.ledgerId(), partition);
            }
        });
        if (rewrite) {
            newer.entries().forEach((partition, entry) -> {
                if (!older.entry(partition).equals(Optional.of(entry))) {
                    now.lives.put(partition, kafka.life(partition));
                }
            });
            return;
        }
        newer.entries().forEach((partition, entry) -> {
            long to = entry.next();
            long from = older.find(partition).orElse(startsAt.getOrDefault(partition, 0L));
            boolean sameLife = older.entry(partition).isEmpty() || isOfThisLife(kafka, partition);
            if (to < from && sameLife) {
                violations.report("%s: ledger went back for %s: %s, was %s", name, partition, newer, older);
            }
            if (older.entry(partition).equals(Optional.of(entry))) {
                return;
            }
            if (to < from || !sameLife) {
                from = 0;
            }
            now.lives.put(partition, kafka.life(partition));
            for (SimulatedRecord record : kafka.records(partition)) {
                if (record.offset() >= from && record.offset() < to && belongs(record)) {
                    apply(record);
                }
            }
        });
    }

    private boolean belongs(SimulatedRecord record) {
        return record.kind() == Kind.ROW && record.table().table().equals(name);
    }

    private void apply(SimulatedRecord record) {
        record.column().ifPresent(column -> tally.count(Happening.COLUMN_ADDED));
        now.appliedByKey.computeIfAbsent(record.key(), key -> new ArrayList<>()).add(record);
    }

    /** All rows, sorted. */
    List<String> rows() {
        return now.appliedByKey.values().stream()
                .flatMap(records -> shape.merged(records).stream())
                .sorted()
                .toList();
    }

    /** What is wrong with rows that were read, if anything. */
    Optional<String> findDifference(List<String> read, boolean everythingIsCompacted) {
        List<String> expected = rows();
        boolean fine = shape.hidesNewRows() && !everythingIsCompacted
                ? expected.containsAll(read) && read.stream().distinct().count() == read.size()
                : expected.equals(read);
        return fine ? Optional.empty() : Optional.of("has " + read + "\n  expected " + expected);
    }

    /** What a snapshot says. */
    private static final class State {
        private final Map<String, Ledger> ledgers = new HashMap<>();
        private final Map<String, List<SimulatedRecord>> appliedByKey = new LinkedHashMap<>();
        private final Map<TopicPartition, Integer> lives = new HashMap<>();

        Ledger ledger(String ledgerId) {
            return ledgers.getOrDefault(ledgerId, Ledger.EMPTY);
        }

        State copy() {
            State copy = new State();
            copy.ledgers.putAll(ledgers);
            appliedByKey.forEach((key, records) -> copy.appliedByKey.put(key, new ArrayList<>(records)));
            copy.lives.putAll(lives);
            return copy;
        }
    }
}
