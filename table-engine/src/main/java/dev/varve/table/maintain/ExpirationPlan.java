package dev.varve.table.maintain;

import dev.varve.table.error.Check;
import java.util.OptionalLong;
import java.util.function.LongFunction;

/**
 * Which snapshots go (semantics, snapshots and maintenance, section 2): those with ids in {@code [first, end)}, which are the oldest.
 * They are decided on by ids and times alone:
 *
 * <ol>
 *   <li>the newest {@code retainedMin} stay;
 *   <li>at most {@code limit} go;
 *   <li>what is beyond the newest {@code retainedMax} goes at any age;
 *   <li>of the rest, those go that come before the first one younger than {@code timeRetained}.
 * </ol>
 *
 * <p>What consumers have not read, and what a property needs, stays beside that ({@link #before}).
 *
 * @param first id of the oldest snapshot
 * @param end the oldest id that stays; {@code first} if nothing goes
 */
record ExpirationPlan(long first, long end) {
    ExpirationPlan {
        Check.argument(first >= 1 && end >= first, "snapshots from %s to %s", first, end);
    }

    /**
     * Decides.
     *
     * @param earliest id of the oldest snapshot
     * @param latest id of the newest
     * @param timeMillisOf when a snapshot was made; empty if it does not exist. Asked for few, from old to new
     */
    static ExpirationPlan of(
            long earliest, long latest, RetentionRules rules, long nowMillis, LongFunction<OptionalLong> timeMillisOf) {
        long end = Math.min(latest - rules.retainedMin() + 1, earliest + rules.limit());
        long byAge = Math.max(latest - rules.retainedMax() + 1, earliest);
        long oldest = nowMillis - rules.timeRetained().toMillis();
        for (long id = byAge; id < end; id++) {
            OptionalLong time = timeMillisOf.apply(id);
            if (time.isPresent() && time.getAsLong() >= oldest) {
                end = id;
            }
        }
        return new ExpirationPlan(earliest, Math.max(end, earliest));
    }

    /** The same, but nothing from this id on. */
    ExpirationPlan before(long id) {
        return id >= end ? this : new ExpirationPlan(first, Math.max(first, id));
    }

    boolean isEmpty() {
        return end == first;
    }
}
