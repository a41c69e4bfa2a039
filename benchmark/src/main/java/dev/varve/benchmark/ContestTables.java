package dev.varve.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Stream;

/** Places for tables in a directory that goes with them. Confined to one thread. */
final class ContestTables implements AutoCloseable {
    private final Path home;

    ContestTables() throws IOException {
        home = Files.createTempDirectory("varve-comparison");
    }

    /** A place where nothing is. */
    Path fresh() throws IOException {
        return Files.createTempDirectory(home, "table").resolve("t");
    }

    /** The table at a place in the hands of {@code varve} or {@code paimon}. */
    static TableUnderTest open(String engine, Path location, RowPool pool, Map<String, String> options)
            throws Exception {
        return switch (engine) {
            case "varve" -> new VarveTableUnderTest(location, pool, options);
            case "paimon" -> new PaimonTableUnderTest(location, pool, options);
            default -> throw new IllegalArgumentException("no engine '" + engine + "'; there are varve and paimon");
        };
    }

    static void delete(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    @Override
    public void close() throws IOException {
        delete(home);
    }
}
