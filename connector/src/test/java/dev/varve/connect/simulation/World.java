package dev.varve.connect.simulation;

import dev.varve.table.testing.ManualEnv;
import dev.varve.table.testing.StoreCall;
import dev.varve.table.testing.StoreCall.Operation;
import java.util.List;
import java.util.Random;

/** What all that act in one history share. Everything is drawn from one seed; confined to one turn at a time. */
final class World {
    private static final List<Double> PAUSE_SHARES = List.of(0.0, 0.02, 0.08);
    /** How much likelier something is to happen at a commit than at any other call. */
    static final int COMMIT_WEIGHT = 5;
    /** Pauses of one step, so that steps end. */
    private static final int MAX_PAUSES = 4;

    private final Random random;
    private final ManualEnv env;
    private final Tally tally;
    private final Violations violations = new Violations();
    private final Coroutines coroutines;
    private final Faults faults;
    private final SimulatedStore store;
    private double pauseShare;

    World(long seed, Tally tally, Coroutines coroutines) {
        // First numbers of neighbouring seeds are alike: times an odd number they are not.
        random = new Random(seed * 0x9E3779B97F4A7C15L);
        env = ManualEnv.seeded(seed);
        this.tally = tally;
        this.coroutines = coroutines;
        faults = new Faults(random, tally);
        store = new SimulatedStore(env, tally, faults::isLate);
        pauseShare = pick(PAUSE_SHARES);
    }

    Random random() {
        return random;
    }

    ManualEnv env() {
        return env;
    }

    Tally tally() {
        return tally;
    }

    Violations violations() {
        return violations;
    }

    Coroutines coroutines() {
        return coroutines;
    }

    Faults faults() {
        return faults;
    }

    SimulatedStore store() {
        return store;
    }

    <T> T pick(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    boolean oneIn(int bound) {
        return random.nextInt(bound) == 0;
    }

    /** Whether the step that begins now may pause. */
    boolean stepMayPause() {
        return pauseShare > 0 && random.nextInt(3) > 0;
    }

    /** Whether a step pauses at this call of the store. */
    boolean pausesNow(StoreCall call, int pausesSoFar) {
        double share = call.is(Operation.CREATE_IF_ABSENT) ? pauseShare * COMMIT_WEIGHT : pauseShare;
        return pausesSoFar < MAX_PAUSES && share > 0 && random.nextDouble() < share;
    }

    /** No faults and no pauses from now on; what is late arrives. */
    void calm() {
        pauseShare = 0;
        faults.stop();
        store.settleAll();
    }
}
