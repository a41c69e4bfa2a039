package dev.varve.table.maintain;

import dev.varve.table.snapshot.Snapshot;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongFunction;

/**
 * Properties of snapshots that must outlive them. A property whose name begins with {@value #PREFIX} says something about the table
 * as a whole (the ledger of a connector: which offsets have landed). A snapshot that does not carry it has it from the newest one
 * below that does. So this one stays as long as any snapshot that has the property from it: the table may be rolled back there. Pure
 * apart from reading snapshots.
 */
final class LastingProperties {
    private static final String PREFIX = "varve.";

    private LastingProperties() {}

    /** The smallest id that must stay for a property's sake; empty if the plan may be carried out as it is. */
    static OptionalLong holdBack(ExpirationPlan plan, LongFunction<Optional<Snapshot>> snapshots) {
        Set<String> missing = new HashSet<>();
        for (long id = plan.first(); id < plan.end(); id++) {
            missing.addAll(namesIn(snapshots.apply(id)));
        }
        missing.removeAll(namesIn(snapshots.apply(plan.end())));
        OptionalLong hold = OptionalLong.empty();
        for (long id = plan.end() - 1; id >= plan.first() && !missing.isEmpty(); id--) {
            if (missing.removeAll(namesIn(snapshots.apply(id)))) {
                hold = OptionalLong.of(id);
            }
        }
        return hold;
    }

    /**
     * Properties that newer snapshots have and of which nobody knows whether a snapshot had them: it, and all that are left below,
     * do not, but others have expired. An expiration that is cut off leaves such a one, if it has taken the snapshot that carried
     * them and not the next ones, which had them from there.
     *
     * @param earliest id of the oldest snapshot
     * @param latest id of the newest
     */
    static Set<String> unknownAt(long id, long earliest, long latest, LongFunction<Optional<Snapshot>> snapshots) {
        Set<String> names = new TreeSet<>();
        if (earliest > Snapshot.FIRST_ID) {
            for (long newer = id + 1; newer <= latest; newer++) {
                names.addAll(namesIn(snapshots.apply(newer)));
            }
            for (long older = id; older >= earliest && !names.isEmpty(); older--) {
                names.removeAll(namesIn(snapshots.apply(older)));
            }
        }
        return names;
    }

    private static Set<String> namesIn(Optional<Snapshot> snapshot) {
        Set<String> names = new HashSet<>();
        snapshot.ifPresent(found -> found.properties().keySet().stream()
                .filter(name -> name.startsWith(PREFIX))
                .forEach(names::add));
        return names;
    }
}
