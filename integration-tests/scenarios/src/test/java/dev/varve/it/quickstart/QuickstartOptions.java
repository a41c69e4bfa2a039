package dev.varve.it.quickstart;

import dev.varve.it.process.Checkout;
import dev.varve.it.process.HarnessException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;

/**
 * What the user asked for; {@code bin/quickstart} has checked the words.
 *
 * @param seconds of workload
 * @param rate transactions of the workload in a second, at most
 * @param keep whether to leave everything running at the end
 * @param parent where the run's own directory is made
 * @param terminal whether the output is a terminal, which can show a line that changes
 */
record QuickstartOptions(int seconds, int rate, long seed, boolean keep, Path parent, boolean terminal) {
    private static final int DEFAULT_SECONDS = 30;
    private static final int DEFAULT_RATE = 150;

    static QuickstartOptions parse(List<String> arguments) {
        QuickstartOptions options =
                new QuickstartOptions(DEFAULT_SECONDS, DEFAULT_RATE, 1, false, defaultParent(), false);
        for (Iterator<String> rest = arguments.iterator(); rest.hasNext(); ) {
            options = options.with(rest.next(), rest);
        }
        return options;
    }

    private QuickstartOptions with(String option, Iterator<String> rest) {
        return switch (option) {
            case "--seconds" -> new QuickstartOptions(number(option, rest), rate, seed, keep, parent, terminal);
            case "--rate" -> new QuickstartOptions(seconds, number(option, rest), seed, keep, parent, terminal);
            case "--seed" -> new QuickstartOptions(seconds, rate, number(option, rest), keep, parent, terminal);
            case "--work" -> new QuickstartOptions(seconds, rate, seed, keep, Path.of(value(option, rest)), terminal);
            case "--keep" -> new QuickstartOptions(seconds, rate, seed, true, parent, terminal);
            case "--terminal" -> new QuickstartOptions(seconds, rate, seed, keep, parent, true);
            default -> throw new HarnessException("unknown option " + option);
        };
    }

    private static int number(String option, Iterator<String> rest) {
        String value = value(option, rest);
        try {
            return Integer.parseUnsignedInt(value);
        } catch (NumberFormatException notOne) {
            throw new HarnessException(option + " takes a whole number, not '" + value + "'", notOne);
        }
    }

    private static String value(String option, Iterator<String> rest) {
        if (!rest.hasNext()) {
            throw new HarnessException(option + " needs a value");
        }
        return rest.next();
    }

    /** Below the source tree, or, where that is somebody else's, below the directory for temporary files. */
    private static Path defaultParent() {
        Path root = Checkout.root();
        Path target = root.resolve("target");
        boolean writable = Files.exists(target) ? Files.isWritable(target) : Files.isWritable(root);
        return writable
                ? target.resolve("quickstart")
                : Path.of(
                        System.getProperty("java.io.tmpdir"),
                        "varve-quickstart-" + System.getProperty("user.name").replace("?", "nameless"));
    }
}
