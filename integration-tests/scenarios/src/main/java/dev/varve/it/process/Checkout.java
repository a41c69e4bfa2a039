package dev.varve.it.process;

import java.nio.file.Files;
import java.nio.file.Path;

/** The source tree this program was built in, found from the working directory upwards. */
public final class Checkout {
    private static final Path MARK = Path.of("integration-tests", "kafka-runtime", "pom.xml");

    private Checkout() {}

    /** The tree's root directory. */
    public static Path root() {
        Path start = Path.of("").toAbsolutePath();
        for (Path directory = start; directory != null; directory = directory.getParent()) {
            if (Files.exists(directory.resolve(MARK))) {
                return directory;
            }
        }
        throw new HarnessException(
                "no directory above " + start + " holds " + MARK + ": run this inside the source tree");
    }

    /** Build output of the module with the scenarios. */
    public static Path target() {
        return root().resolve("integration-tests/scenarios/target");
    }
}
