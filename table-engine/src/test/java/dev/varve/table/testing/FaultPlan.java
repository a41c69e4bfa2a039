package dev.varve.table.testing;

import dev.varve.table.error.Check;
import dev.varve.table.testing.StoreCall.Operation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;

/**
 * Decides which calls of a {@link FaultyFileIO} go wrong, and how. Asked once for each call, in order, by one thread at a time;
 * may count.
 */
@FunctionalInterface
public interface FaultPlan {
    Fault faultOf(StoreCall call);

    /** Everything goes through. */
    static FaultPlan none() {
        return call -> Fault.NONE;
    }

    /** One fault, at the n-th call of any kind, from 1. */
    static FaultPlan atCall(int number, Fault fault) {
        return call -> call.number() == number ? fault : Fault.NONE;
    }

    /** One fault, at the n-th call that changes the store, from 1. */
    static FaultPlan atMutation(int mutation, Fault fault) {
        return new AtMutation(mutation, fault);
    }

    /** A fault at every call that matches. */
    static FaultPlan always(Predicate<StoreCall> calls, Fault fault) {
        return call -> calls.test(call) ? fault : Fault.NONE;
    }

    /** One fault at the first call that matches. */
    static FaultPlan once(Predicate<StoreCall> calls, Fault fault) {
        return times(1, calls, fault);
    }

    /** A fault at the first few calls that match. */
    static FaultPlan times(int times, Predicate<StoreCall> calls, Fault fault) {
        int[] left = {times};
        return call -> left[0] > 0 && calls.test(call) && left[0]-- > 0 ? fault : Fault.NONE;
    }

    /** One fault at the first call of this operation. */
    static FaultPlan first(Operation operation, Fault fault) {
        return once(call -> call.is(operation), fault);
    }

    /**
     * Every call goes wrong with this probability, in one of the given ways; the same calls and seed give the same faults.
     * Without {@code faults}: any but a crash.
     */
    static FaultPlan random(long seed, double probability, Fault... faults) {
        Check.argument(probability >= 0 && probability <= 1, "probability %s", probability);
        List<Fault> choices = faults.length > 0
                ? List.of(faults)
                : Arrays.stream(Fault.values())
                        .filter(fault -> fault != Fault.NONE && !fault.isCrash())
                        .toList();
        return new RandomFaults(seed, probability, choices, new Random(seed));
    }

    /**
     * All the states in which a run that changes the store this many times can leave it when its process ends: before each
     * change, halfway through it, and after the last one. Each prints as a name for a test.
     */
    static List<FaultPlan> everyCrash(int mutations) {
        List<FaultPlan> plans = new ArrayList<>();
        for (int mutation = 1; mutation <= mutations; mutation++) {
            plans.add(atMutation(mutation, Fault.CRASH_BEFORE));
            plans.add(atMutation(mutation, Fault.CRASH_HALFWAY));
        }
        if (mutations > 0) {
            plans.add(atMutation(mutations, Fault.CRASH_AFTER));
        }
        return plans;
    }

    /** This plan, and where it lets a call through, another one. */
    default FaultPlan or(FaultPlan other) {
        return call -> {
            Fault fault = faultOf(call);
            return fault == Fault.NONE ? other.faultOf(call) : fault;
        };
    }

    /** See {@link FaultPlan#atMutation}. */
    record AtMutation(int mutation, Fault fault) implements FaultPlan {
        @Override
        public Fault faultOf(StoreCall call) {
            return call.operation().mutates() && call.mutation() == mutation ? fault : Fault.NONE;
        }

        @Override
        public String toString() {
            return fault + " at change " + mutation;
        }
    }

    /** See {@link FaultPlan#random}. */
    record RandomFaults(long seed, double probability, List<Fault> choices, Random random) implements FaultPlan {
        @Override
        public Fault faultOf(StoreCall call) {
            // Both numbers are drawn for every call, so that one fault more does not shift all that follow.
            double chance = random.nextDouble();
            int choice = random.nextInt(choices.size());
            return chance < probability ? choices.get(choice) : Fault.NONE;
        }

        @Override
        public String toString() {
            return "random faults, seed " + seed + ", probability " + probability;
        }
    }
}
