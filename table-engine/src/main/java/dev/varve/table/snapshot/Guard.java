package dev.varve.table.snapshot;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A predicate over the snapshot that a commit would build on. It is asked on every attempt, so that what it checks and what is
 * committed become one atomic step. Pure apart from reading older snapshots through {@link SnapshotHistory}.
 */
@FunctionalInterface
public interface Guard {
    /** Lets everything pass. */
    Guard NONE = (latest, history) -> Verdict.proceed();

    /** Judges the newest snapshot, empty for a table without one. */
    Verdict judge(Optional<Snapshot> latest, SnapshotHistory history);

    /** Older snapshots of the same table. */
    @FunctionalInterface
    interface SnapshotHistory {
        /** The snapshot with this id, if it still exists. */
        Optional<Snapshot> find(long id);

        /** The oldest snapshot as readers see the table, empty if it is not known; what lies below is no part of the table. */
        default OptionalLong earliestId() {
            return OptionalLong.empty();
        }
    }

    /**
     * The answer of a guard.
     *
     * @param refusal why the commit must not happen, empty to go on
     * @param properties properties to put on the snapshot beside those of the request, computed from the base (the ledger copied
     *     forward, say)
     */
    record Verdict(Optional<String> refusal, Map<String, String> properties) {
        public Verdict {
            properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
        }

        public static Verdict proceed() {
            return new Verdict(Optional.empty(), Map.of());
        }

        public static Verdict proceedWith(Map<String, String> properties) {
            return new Verdict(Optional.empty(), properties);
        }

        public static Verdict refuse(String reason) {
            return new Verdict(Optional.of(reason), Map.of());
        }
    }
}
