package dev.varve.connect.ledger;

import java.util.Optional;
import java.util.OptionalLong;

/** Where a partition starts when it comes to a task, decided from what the ledger, the group and the log say. */
public sealed interface Start {
    /** At the group's offset, or where the consumer's reset policy says: the consumer goes there by itself. */
    record AtGroup() implements Start {}

    /** At the table's ledger, or where the log begins if that is later. */
    record AtLedger(long offset) implements Start {}

    /**
     * Records were deleted before they landed: those from {@code position} up to {@code logStart}.
     *
     * @param position the furthest that ledger and group have come
     */
    record AfterGap(long position, long logStart) implements Start {}

    /** The log ends before an offset that was landed: the topic was deleted and created anew. */
    record NewLife(long position, long logEnd) implements Start {}

    /** What was landed was of a topic with another id: it was deleted, and this one was created. */
    record AnotherTopic(LedgerEntry landed, String presentId, long logStart) implements Start {}

    /**
     * Decides.
     *
     * @param ledger what the ledger of the one table that the topic feeds says, if there is such a table and it says something
     * @param group the group's offset, if it is known
     * @param log what Kafka has, if it is known
     * @param topicId the topic's id, if it is known
     */
    static Start of(
            Optional<LedgerEntry> ledger, OptionalLong group, Optional<LogBounds> log, Optional<String> topicId) {
        if (ledger.isPresent() && ledger.get().isOfAnother(topicId)) {
            return new AnotherTopic(
                    ledger.get(), topicId.get(), log.map(LogBounds::start).orElse(0L));
        }
        return of(ledger.map(entry -> OptionalLong.of(entry.next())).orElse(OptionalLong.empty()), group, log);
    }

    private static Start of(OptionalLong ledger, OptionalLong group, Optional<LogBounds> log) {
        long position = Math.max(ledger.orElse(-1), group.orElse(-1));
        if (log.isPresent() && position >= 0) {
            if (position > log.get().end()) {
                return new NewLife(position, log.get().end());
            }
            if (position < log.get().start()) {
                return new AfterGap(position, log.get().start());
            }
            if (ledger.isPresent() && ledger.getAsLong() < log.get().start()) {
                // What lies between the ledger and the group's offset mostly had no rows, and some of it has expired.
                // But the
                // table may have been rolled back: what is left of it is read again, and skipped where it has landed.
                return new AtLedger(log.get().start());
            }
        }
        return ledger.isPresent() ? new AtLedger(ledger.getAsLong()) : new AtGroup();
    }
}
