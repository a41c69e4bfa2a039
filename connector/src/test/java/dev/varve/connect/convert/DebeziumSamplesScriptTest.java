package dev.varve.connect.convert;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.connect.event.ChangeEvent;
import dev.varve.connect.testing.Landing;
import dev.varve.connect.testing.SampleRecords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every captured event, from the bytes through the real JSON converter to the row: one page a sample file, with the table's
 * columns and each row's values. {@code -Dtestdata.rewrite=true} writes the pages anew, for review as a diff.
 */
class DebeziumSamplesScriptTest {
    private static final Path SAMPLES = Path.of("src/test/resources/debezium");
    private static final Path PAGES = Path.of("src/test/resources/testdata/convert");
    private static final int SHOWN_CHARACTERS = 60;

    static Stream<String> samples() throws IOException {
        try (Stream<Path> files = Files.list(SAMPLES)) {
            return files
                    .map(file -> file.getFileName().toString())
                    .map(name -> name.substring(0, name.length() - ".json".length()))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    @ParameterizedTest
    @MethodSource("samples")
    void sampleBecomesTheseRows(String sample) throws IOException {
        Landing landing = new Landing(Map.of());
        List<SinkRecord> records = SampleRecords.load(sample);
        records.forEach(landing::offer);
        String page = page(landing);
        Path file = PAGES.resolve(sample + ".txt");
        if (Boolean.getBoolean("testdata.rewrite")) {
            Files.createDirectories(PAGES);
            Files.writeString(file, page);
        }
        assertThat(page).isEqualTo(Files.readString(file, UTF_8));
    }

    private static String page(Landing landing) {
        StringBuilder page = new StringBuilder();
        for (ChangeEvent event : landing.others()) {
            page.append(event.origin()).append(' ').append(event.getClass().getSimpleName());
            if (event instanceof ChangeEvent.Skip skip) {
                page.append(": ").append(skip.reason().text());
            }
            page.append('\n');
        }
        landing.refusals().forEach(refusal -> page.append(refusal).append('\n'));
        for (String name : landing.tables()) {
            Landing.LandedTable table = landing.table(name.substring("default.".length()));
            page.append("\ntable ")
                    .append(name)
                    .append(", primary key ")
                    .append(table.schema().primaryKeys());
            page.append(", schema ").append(table.schema().id()).append('\n').append(table.columns());
            for (int i = 0; i < table.rowsWritten().size(); i++) {
                page.append('\n').append(table.kinds().get(i)).append('\n');
                table.rowsWritten()
                        .get(i)
                        .forEach((column, value) -> page.append("  ")
                                .append(column)
                                .append(" = ")
                                .append(shown(value))
                                .append('\n'));
            }
        }
        return page.toString();
    }

    private static String shown(String value) {
        return value.length() <= SHOWN_CHARACTERS * 3
                ? value
                : value.substring(0, SHOWN_CHARACTERS) + "... " + value.length() + " characters, hash "
                        + value.hashCode();
    }
}
