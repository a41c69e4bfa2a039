package dev.varve.connect.ledger;

import static java.util.Objects.requireNonNull;

import dev.varve.table.snapshot.Guard;
import dev.varve.table.snapshot.Snapshot;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/**
 * Puts an operator's offsets into a table's ledger, whatever it held: the guard of the empty commit by which a deliberate replay
 * or skip becomes visible. Must only be used while no task of the connector runs.
 */
public final class LedgerRewrite implements Guard {
    private final String ledgerId;
    private final Map<TopicPartition, Optional<LedgerEntry>> offsets;

    /**
     * @param offsets the next offset to consume of each partition, empty to forget the partition
     */
    public LedgerRewrite(String ledgerId, Map<TopicPartition, Optional<LedgerEntry>> offsets) {
        this.ledgerId = requireNonNull(ledgerId, "ledgerId is null");
        this.offsets = Map.copyOf(offsets);
    }

    /** Whether a ledger would come out of this other than it is. */
    public boolean changes(Ledger ledger) {
        return !applyTo(ledger).equals(ledger);
    }

    @Override
    public Verdict judge(Optional<Snapshot> latest, SnapshotHistory history) {
        Ledger ledger = LedgerHistory.newest(ledgerId, latest, history)
                .map(LedgerHistory.Found::ledger)
                .orElse(Ledger.EMPTY);
        var properties = new HashMap<>(LedgerHistory.ledgersOn(latest));
        properties.put(Ledger.property(ledgerId), applyTo(ledger).format());
        return Verdict.proceedWith(properties);
    }

    private Ledger applyTo(Ledger ledger) {
        var set = new HashMap<TopicPartition, LedgerEntry>();
        Set<TopicPartition> forgotten = new HashSet<>();
        offsets.forEach((partition, entry) ->
                entry.ifPresentOrElse(known -> set.put(partition, known), () -> forgotten.add(partition)));
        return ledger.advanced(set).without(forgotten);
    }
}
