package dev.varve.connect.simulation;

import dev.varve.connect.simulation.Coroutines.Coroutine;
import dev.varve.table.Warehouse;
import dev.varve.table.WarehouseOver;
import dev.varve.table.testing.FaultyFileIO;
import dev.varve.table.testing.ManualExecutor;
import dev.varve.table.testing.SimulatedCrash;
import dev.varve.table.testing.StoreCall;
import dev.varve.table.testing.StoreCall.Operation;
import java.time.Duration;

/**
 * A process with its own clock and its own view of the store. It does one step at a time; a step may pause at any call of the store,
 * and the process may die there. Its background compactions are steps too.
 */
final class Process {
    private final World world;
    private final SkewedEnv env;
    private final FaultyFileIO io;
    private final ManualExecutor compactionThreads = new ManualExecutor();
    private Coroutine coroutine;
    private int pauses;
    private boolean aboutToCommit;
    private boolean pausesBeforeCommit;
    private boolean dead;

    Process(World world) {
        this.world = world;
        this.env = new SkewedEnv(world.env());
        this.io = new FaultyFileIO(world.store()).plan(world.faults()).beforeCall(this::beforeCall);
    }

    SkewedEnv env() {
        return env;
    }

    /** The warehouse as this process sees it. */
    Warehouse warehouse() {
        return WarehouseOver.of(io, Landscape.ROOT, env, compactionThreads);
    }

    boolean isDead() {
        return dead;
    }

    /** Whether a step has paused. */
    boolean isPaused() {
        return coroutine != null;
    }

    /** The next step pauses just before it creates a snapshot, if it gets there. */
    void pauseBeforeCommit() {
        pausesBeforeCommit = true;
    }

    /** Whether a step has paused just before it creates a snapshot. */
    boolean isAboutToCommit() {
        return aboutToCommit;
    }

    private void beforeCall(StoreCall call) {
        boolean commits = call.is(Operation.CREATE_IF_ABSENT) && call.named("snapshot-");
        if (world.coroutines().canPause() && (pausesBeforeCommit && commits || world.pausesNow(call, pauses))) {
            pauses++;
            world.tally().count(Happening.PAUSED);
            pausesBeforeCommit &= !commits;
            aboutToCommit = commits;
            world.coroutines().pause();
            aboutToCommit = false;
        }
    }

    /** Does a step, perhaps not to its end. */
    void run(Runnable step) {
        if (dead || isPaused()) {
            throw new IllegalStateException("a step of a process that is " + (dead ? "dead" : "paused"));
        }
        pauses = 0;
        if (pausesBeforeCommit || world.stepMayPause()) {
            coroutine = world.coroutines().create(step);
            resume();
        } else {
            runOrDie(step);
        }
    }

    private void runOrDie(Runnable step) {
        try {
            step.run();
        } catch (SimulatedCrash death) {
            dead = true;
        }
    }

    /** Goes on with a step that has paused. */
    void resume() {
        Coroutine resumed = coroutine;
        try {
            resumed.resume();
        } catch (SimulatedCrash death) {
            dead = true;
        } finally {
            if (resumed.hasEnded()) {
                coroutine = null;
                pausesBeforeCommit = false;
            }
        }
    }

    /** Brings a paused step to its end. */
    void finish() {
        while (isPaused()) {
            resume();
        }
    }

    /** Ends here and now. */
    void kill() {
        world.tally().count(isPaused() ? Happening.KILLED_WHILE_PAUSED : Happening.KILLED_BETWEEN_CALLS);
        io.crash();
        finish();
        dead = true;
    }

    /** Background compactions get a thread. */
    void compact() {
        if (compactionThreads.waiting() > 0) {
            run(compactionThreads::runAll);
        }
    }

    void skewClock() {
        Duration skew = Duration.ofSeconds(world.random().nextInt(1200) - 600);
        world.tally().count(skew.compareTo(env.skew()) < 0 ? Happening.CLOCK_WENT_BACK : Happening.CLOCK_SKEWED);
        env.skew(skew);
    }
}
