package dev.varve.table.fs;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.varve.table.env.Env;
import dev.varve.table.error.UnsupportedFormatException;
import java.util.Arrays;

/**
 * Tries create-if-absent on the store itself. It finds stores that do not know the operation or quietly replace files; whether
 * a store is also right when two processes race cannot be tried, and must be known of the way in which it is done.
 */
public final class AtomicCreateProbe {
    private AtomicCreateProbe() {}

    /**
     * Creates a probe file twice in this directory, which is made if it is missing, and removes it.
     *
     * @throws UnsupportedFormatException if the second create is not refused, or the first content is not intact
     */
    public static void run(FileIO io, Location directory, Env env) {
        Location probe = directory.child(".create-probe." + env.newUuid() + ".tmp");
        Observation seen;
        try {
            seen = observe(io, probe);
        } catch (RuntimeException e) {
            deleteAfter(e, io, probe);
            throw e;
        }
        io.delete(probe);
        if (!seen.created || seen.createdAgain || !seen.intact) {
            throw new UnsupportedFormatException("the store of " + directory
                    + " does not create files atomically, so that concurrent commits would lose data: of two creates of "
                    + probe + " the first " + outcome(seen.created) + " (expected: succeeded), the second "
                    + outcome(seen.createdAgain) + " (expected: was refused), and the content is "
                    + (seen.intact ? "" : "not ") + "that of the first. Use a store with conditional writes");
        }
    }

    private static Observation observe(FileIO io, Location probe) {
        byte[] first = "first".getBytes(UTF_8);
        boolean created = io.createIfAbsent(probe, first);
        boolean createdAgain = io.createIfAbsent(probe, "second".getBytes(UTF_8));
        return new Observation(created, createdAgain, Arrays.equals(io.readAll(probe), first));
    }

    private static void deleteAfter(RuntimeException failure, FileIO io, Location probe) {
        try {
            io.delete(probe);
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    private record Observation(boolean created, boolean createdAgain, boolean intact) {}

    private static String outcome(boolean created) {
        return created ? "succeeded" : "was refused";
    }
}
