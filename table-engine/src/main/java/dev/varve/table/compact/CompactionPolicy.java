package dev.varve.table.compact;

import java.time.ZonedDateTime;
import java.util.Optional;

/** Decides what to compact. */
@FunctionalInterface
public interface CompactionPolicy {
    /**
     * Chooses from a frozen view. No I/O, no clock, no memory of earlier calls: the arguments decide alone.
     *
     * @param now the moment, in the zone in which hours of the day are meant
     * @return empty if there is nothing worth doing
     */
    Optional<CompactionPlan> pick(BucketView view, ZonedDateTime now);
}
