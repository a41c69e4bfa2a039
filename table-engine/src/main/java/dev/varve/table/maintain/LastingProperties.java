package dev.varve.table.maintain;

import dev.varve.table.snapshot.Snapshot;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
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
     * Whether one that goes would for a while be the oldest without a property that it has from one below: they go one by one. It must
     * not be gone back to then.
     */
    static boolean areMissedOnTheWay(ExpirationPlan plan, LongFunction<Optional<Snapshot>> snapshots) {
        Set<String> below = new HashSet<>();
        for (long id = plan.first(); id < plan.end(); id++) {
            Optional<Snapshot> snapshot = snapshots.apply(id);
            Set<String> names = namesIn(snapshot);
            if (snapshot.isPresent() && !names.containsAll(below)) {
                return true;
            }
            below.addAll(names);
        }
        return false;
    }

    private static Set<String> namesIn(Optional<Snapshot> snapshot) {
        Set<String> names = new HashSet<>();
        snapshot.ifPresent(found -> found.properties().keySet().stream()
                .filter(name -> name.startsWith(PREFIX))
                .forEach(names::add));
        return names;
    }
}
