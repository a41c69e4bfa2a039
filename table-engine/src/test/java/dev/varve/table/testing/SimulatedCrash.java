package dev.varve.table.testing;

/**
 * The process has ended, as far as the store can see. An {@code Error}, so that no handler takes it for a failure to deal with;
 * whatever {@code finally} blocks still ask of the store fails in the same way and has no effect.
 */
public final class SimulatedCrash extends Error {
    private static final long serialVersionUID = 1L;

    SimulatedCrash(StoreCall call) {
        super("simulated crash at " + call);
    }
}
