package dev.varve.connect.ledger;

import dev.varve.table.snapshot.Guard;
import dev.varve.table.snapshot.Snapshot;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;

/**
 * Lets a commit happen only on top of the ledger that its task last saw, and gives the snapshot the ledger advanced by the
 * commit's ranges. Ledgers of other connectors on the snapshot below are carried forward, so that they are found without walking
 * back. One guard serves one commit; it is asked on every attempt and remembers its last verdict.
 */
public final class LedgerGuard implements Guard {
    private final String ledgerId;
    private final List<OffsetRange> ranges;
    private final Optional<SnapshotAnchor> anchor;
    private LedgerVerdict lastVerdict = new LedgerVerdict.Clear();

    /**
     * @param anchor the newest snapshot of the table that the task has seen, if it has seen one
     */
    public LedgerGuard(String ledgerId, List<OffsetRange> ranges, Optional<SnapshotAnchor> anchor) {
        this.ledgerId = ledgerId;
        this.ranges = List.copyOf(ranges);
        this.anchor = anchor;
    }

    /** What was found when the guard was last asked. */
    public LedgerVerdict lastVerdict() {
        return lastVerdict;
    }

    @Override
    public Verdict judge(Optional<Snapshot> latest, SnapshotHistory history) {
        Ledger ledger = LedgerHistory.newest(ledgerId, latest, history)
                .map(LedgerHistory.Found::ledger)
                .orElse(Ledger.EMPTY);
        lastVerdict = verdict(latest, history, ledger);
        if (!(lastVerdict instanceof LedgerVerdict.Clear)) {
            return Verdict.refuse(lastVerdict.reason());
        }
        return Verdict.proceedWith(properties(latest, ledger));
    }

    private LedgerVerdict verdict(Optional<Snapshot> latest, SnapshotHistory history, Ledger ledger) {
        Optional<LedgerVerdict.Replaced> replaced = anchor.flatMap(known -> known.missingIn(latest, history));
        if (replaced.isPresent()) {
            return replaced.get();
        }
        for (OffsetRange range : ranges) {
            Optional<LedgerEntry> found = ledger.entry(range.partition());
            if (!found.equals(range.seen())) {
                return isOfAnotherTask(range.seen(), found)
                        ? new LedgerVerdict.Fenced(range.partition(), range.seen(), found.get())
                        : new LedgerVerdict.RolledBack(
                                range.partition(), range.seen().get(), found);
            }
        }
        return new LedgerVerdict.Clear();
    }

    /** Further on, or in another life of the topic: nobody but a task writes that. */
    private static boolean isOfAnotherTask(Optional<LedgerEntry> seen, Optional<LedgerEntry> found) {
        return found.isPresent()
                && (seen.isEmpty()
                        || found.get().next() > seen.get().next()
                        || !found.get().topicId().equals(seen.get().topicId()));
    }

    private Map<String, String> properties(Optional<Snapshot> latest, Ledger ledger) {
        var properties = new HashMap<>(LedgerHistory.ledgersOn(latest));
        var advanced = new HashMap<TopicPartition, LedgerEntry>();
        ranges.forEach(range -> advanced.put(range.partition(), range.entry()));
        properties.put(Ledger.property(ledgerId), ledger.advanced(advanced).format());
        return properties;
    }
}
