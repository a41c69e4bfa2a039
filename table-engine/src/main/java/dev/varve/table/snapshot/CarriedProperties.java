package dev.varve.table.snapshot;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Carries on what writers keep in snapshots. Properties are not inherited by the format; so maintenance, which knows nothing of
 * writers, copies those that begin with {@value #PREFIX} from the newest snapshot that has any. Without this the offsets that a
 * writer keeps there would be gone as soon as its own snapshots have expired. For commits that add no rows of their own. Immutable.
 */
public final class CarriedProperties implements Guard {
    /** Begins the names of all properties that this engine and its users keep. */
    public static final String PREFIX = "varve.";

    /** Other writers have put more snapshots than this on top of the last one with such properties: it has most probably none. */
    private static final int LONGEST_WALK = 1000;

    public static final CarriedProperties FORWARD = new CarriedProperties();

    private CarriedProperties() {}

    @Override
    public Verdict judge(Optional<Snapshot> latest, SnapshotHistory history) {
        Optional<Snapshot> snapshot = latest;
        for (int step = 0; step < LONGEST_WALK && snapshot.isPresent(); step++) {
            Map<String, String> carried = carriedBy(snapshot.get());
            if (!carried.isEmpty()) {
                return Verdict.proceedWith(carried);
            }
            snapshot = history.find(snapshot.get().id() - 1);
        }
        return Verdict.proceed();
    }

    private static Map<String, String> carriedBy(Snapshot snapshot) {
        Map<String, String> carried = new LinkedHashMap<>();
        snapshot.properties().forEach((name, value) -> {
            if (name.startsWith(PREFIX)) {
                carried.put(name, value);
            }
        });
        return carried;
    }
}
