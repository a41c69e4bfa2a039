package dev.varve.connect.simulation;

import dev.varve.table.testing.Fault;
import dev.varve.table.testing.FaultPlan;
import dev.varve.table.testing.StoreCall;
import dev.varve.table.testing.StoreCall.Operation;
import java.util.List;
import java.util.Random;

/** What goes wrong between processes and store, drawn from the seed. */
final class Faults implements FaultPlan {
    private static final List<Double> SHARES = List.of(0.0, 0.002, 0.008, 0.02);
    private static final List<Double> LATE_SHARES = List.of(0.0, 0.01, 0.04);

    private final Random random;
    private final Tally tally;
    private double failureShare;
    private double deathShare;
    private double lateShare;
    private int stepsDown;
    private boolean lenient;

    Faults(Random random, Tally tally) {
        this.random = random;
        this.tally = tally;
        this.failureShare = SHARES.get(random.nextInt(SHARES.size()));
        this.deathShare = SHARES.get(random.nextInt(SHARES.size())) / 4;
        this.lateShare = LATE_SHARES.get(random.nextInt(LATE_SHARES.size()));
    }

    /** From now on everything goes well. */
    void stop() {
        failureShare = 0;
        deathShare = 0;
        lateShare = 0;
        stepsDown = 0;
    }

    /** The store does not answer for some steps. */
    void storeGoesDown() {
        tally.count(Happening.STORE_DOWN);
        stepsDown = 1 + random.nextInt(4);
    }

    void stepEnds() {
        stepsDown = Math.max(0, stepsDown - 1);
    }

    /** While true nobody dies and no request is late. */
    void lenient(boolean nowLenient) {
        lenient = nowLenient;
    }

    boolean isLate() {
        return !lenient && lateShare > 0 && random.nextDouble() < lateShare;
    }

    @Override
    public Fault faultOf(StoreCall call) {
        if (stepsDown > 0) {
            tally.count(Happening.CALL_WHILE_STORE_DOWN);
            return Fault.FAIL_BEFORE;
        }
        int weight = call.is(Operation.CREATE_IF_ABSENT) ? World.COMMIT_WEIGHT : 1;
        if (!lenient && deathShare > 0 && random.nextDouble() < deathShare * weight) {
            return death();
        }
        if (failureShare > 0 && random.nextDouble() < failureShare * weight) {
            return failure(call);
        }
        return Fault.NONE;
    }

    private Fault death() {
        return switch (random.nextInt(3)) {
            case 0 -> counted(Happening.KILLED_BEFORE_CALL, Fault.CRASH_BEFORE);
            case 1 -> counted(Happening.KILLED_HALFWAY_THROUGH_CALL, Fault.CRASH_HALFWAY);
            default -> counted(Happening.KILLED_AFTER_CALL, Fault.CRASH_AFTER);
        };
    }

    /** A store may fail after it has done something, except that it says so where that is the commit. */
    private Fault failure(StoreCall call) {
        boolean done = random.nextBoolean();
        if (call.is(Operation.CREATE_IF_ABSENT)) {
            return done
                    ? counted(Happening.CREATE_UNKNOWN_DONE, Fault.UNKNOWN_AFTER)
                    : counted(Happening.CREATE_UNKNOWN_NOT_DONE, Fault.UNKNOWN_BEFORE);
        }
        return done
                ? counted(Happening.CALL_FAILED_AFTER, Fault.FAIL_AFTER)
                : counted(Happening.CALL_FAILED_BEFORE, Fault.FAIL_BEFORE);
    }

    private Fault counted(Happening happening, Fault fault) {
        tally.count(happening);
        return fault;
    }
}
