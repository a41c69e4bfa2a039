package dev.varve.connect.ledger;

import dev.varve.table.snapshot.Guard.SnapshotHistory;
import dev.varve.table.snapshot.Snapshot;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Finds ledgers in a table's snapshots. */
public final class LedgerHistory {
    private LedgerHistory() {}

    /**
     * A ledger and the snapshot that carries it.
     *
     * @param snapshotId the snapshot it was found on
     */
    public record Found(Ledger ledger, long snapshotId) {}

    /**
     * The newest ledger with this id at or below a snapshot: foreign writers put snapshots without one on top, so this walks
     * back to the first that has it, at most as far as snapshots exist.
     */
    public static Optional<Found> newest(String ledgerId, Optional<Snapshot> latest, SnapshotHistory history) {
        String property = Ledger.property(ledgerId);
        Optional<Snapshot> snapshot = latest;
        while (snapshot.isPresent()) {
            long id = snapshot.get().id();
            String text = snapshot.get().properties().get(property);
            if (text != null) {
                return Optional.of(new Found(Ledger.parse(text, "property " + property + " of snapshot " + id), id));
            }
            snapshot = history.find(id - 1);
        }
        return Optional.empty();
    }

    /** The ledgers of all connectors that a snapshot carries, as properties, to be carried forward to the next one. */
    static Map<String, String> ledgersOn(Optional<Snapshot> snapshot) {
        var ledgers = new HashMap<String, String>();
        snapshot.ifPresent(carrier -> carrier.properties().forEach((key, value) -> {
            if (Ledger.isLedgerProperty(key)) {
                ledgers.put(key, value);
            }
        }));
        return ledgers;
    }
}
