package dev.varve.table.compact;

import dev.varve.table.lsm.Levels;
import java.time.Instant;
import java.util.Optional;

/** Decides what to compact. */
@FunctionalInterface
public interface CompactionPolicy {
    /**
     * Chooses from a frozen view. No I/O, no clock, no memory of earlier calls: the arguments decide alone.
     *
     * @return empty if there is nothing worth doing
     */
    Optional<CompactionPlan> pick(Levels levels, Instant now);
}
