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
import java.util.Optional;
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
    private final Map<String, Ledger> ledgers = new HashMap<>();
    private final Map<String, List<SimulatedRecord>> appliedByKey = new LinkedHashMap<>();
    private final Map<String, List<SimulatedRecord>> announced = new HashMap<>();
    private final Map<TopicPartition, Integer> lives = new HashMap<>();

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
        return ledgers.getOrDefault(ledgerId, Ledger.EMPTY);
    }

    /** A snapshot has become visible. */
    void apply(Snapshot snapshot) {
        sources.forEach((ledgerId, source) -> {
            String text = snapshot.properties().get(Ledger.property(ledgerId));
            if (text != null) {
                Ledger newer = Ledger.parse(text, name);
                moved(source, ledger(ledgerId), newer, isRewrite(snapshot, ledgerId));
                ledgers.put(ledgerId, newer);
            }
        });
        List<SimulatedRecord> foreign = announced.remove(snapshot.commitUser());
        if (foreign != null) {
            foreign.forEach(this::apply);
        }
    }

    private static boolean isRewrite(Snapshot snapshot, String ledgerId) {
        return snapshot.commitUser().startsWith(ledgerId + "-offsets-");
    }

    private void moved(Source source, Ledger older, Ledger newer, boolean rewrite) {
        SimulatedKafka kafka = source.kafka();
        older.nextOffsets().keySet().forEach(partition -> {
            if (newer.find(partition).isEmpty() && !rewrite) {
                violations.report("%s: ledger %s has forgotten %s", name, source.ledgerId(), partition);
            }
        });
        if (rewrite) {
            return;
        }
        newer.nextOffsets().forEach((partition, to) -> {
            long from = older.find(partition).orElse(source.skippedBelow(partition));
            if (to < from) {
                from = 0;
                if (lives.getOrDefault(partition, 0) == kafka.life(partition)) {
                    violations.report("%s: ledger went back for %s: %s, was %s", name, partition, newer, older);
                }
            }
            if (older.find(partition).orElse(-1) != to) {
                lives.put(partition, kafka.life(partition));
            }
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
        appliedByKey.computeIfAbsent(record.key(), key -> new ArrayList<>()).add(record);
    }

    /** All rows, sorted. */
    List<String> rows() {
        return appliedByKey.values().stream()
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
}
