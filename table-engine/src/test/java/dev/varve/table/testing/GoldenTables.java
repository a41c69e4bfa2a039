package dev.varve.table.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Small tables that Apache Paimon 1.4.2 wrote, with what it reads from them: the resources {@code golden/golden.db/TABLE} and
 * {@code golden/expected/TABLE.expected.json}. Read-only: copy a table before writing to it.
 */
public final class GoldenTables {
    private GoldenTables() {}

    /** The warehouse of all tables; their database is {@code golden}. */
    public static Path warehouse() {
        try {
            return Path.of(GoldenTables.class.getResource("/golden").toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The directory of one table. */
    public static Path table(String name) {
        Path directory = warehouse().resolve("golden.db").resolve(name);
        assertThat(directory).isDirectory();
        return directory;
    }

    /** What a correct reader returns from a table, as JSON. */
    public static String expected(String table) {
        try {
            return Files.readString(warehouse().resolve("expected").resolve(table + ".expected.json"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The names of all tables. */
    public static List<String> names() {
        try (Stream<Path> tables = Files.list(warehouse().resolve("golden.db"))) {
            return tables.map(path -> path.getFileName().toString()).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
