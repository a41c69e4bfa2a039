package dev.varve.table.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code verify}, {@code rescale}, {@code compact} and {@code expire --partitions} as a user sees them. */
class VerifyCommandsTest {
    private static final String SCHEMA = """
            {"fields":[{"name":"dt","type":"STRING"},{"name":"id","type":"BIGINT"},{"name":"v","type":"STRING"}],
             "primaryKeys":["dt","id"],"partitionKeys":["dt"],
             "options":{"bucket":"1","write-only":"true","partition.expiration-time":"1 d"}}
            """;

    @TempDir
    private Path directory;

    private String table;
    private String out;
    private String err;

    @BeforeEach
    void createAndFill() throws IOException {
        table = directory.resolve("w/d.db/t").toString();
        Path schema = Files.writeString(directory.resolve("schema.json"), SCHEMA);
        assertThat(run("create", "--table", table, "--schema", schema.toString()))
                .isZero();
        for (int commit = 0; commit < 2; commit++) {
            Path rows = Files.writeString(
                    directory.resolve("rows.jsonl"),
                    "{\"dt\":\"2020-01-01\",\"id\":1}\n{\"dt\":\"9999-01-01\",\"id\":1}\n{\"dt\":\"9999-01-01\",\"id\":2}\n");
            assertThat(run("write", "--table", table, rows.toString())).isZero();
        }
    }

    @Test
    void aSoundTableIsZeroAndADamagedOneIsOne() throws IOException {
        assertThat(run("verify", "--table", table, "--deep", "--all-snapshots")).isZero();
        assertThat(out).isEmpty();
        assertThat(err).contains("checked snapshots=2 ", " rows=6 ", "nothing is wrong");
        Path file;
        try (Stream<Path> files = Files.walk(Path.of(table))) {
            file = files.filter(path -> path.toString().endsWith(".parquet"))
                    .findFirst()
                    .orElseThrow();
        }
        Files.delete(file);
        assertThat(run("verify", "--table", table)).isEqualTo(1);
        assertThat(out).contains("\"rule\":\"file-exists\"", file.getFileName().toString(), "\"found\":\"none\"");
        assertThat(err).contains("1 problem\n");
    }

    @Test
    void rescaleTellsWhatItDid() {
        assertThat(run("rescale", "--table", table, "--buckets", "3", "--partition", "dt=9999-01-01"))
                .as(() -> err)
                .isZero();
        assertThat(err).contains("rescaled dt=9999-01-01", "the table has 3 buckets in these partitions");
        assertThat(run("rescale", "--table", table, "--buckets", "3")).isZero();
        assertThat(err).contains("rescaled dt=2020-01-01", "the table has 3 buckets");
        assertThat(run("rescale", "--table", table, "--buckets", "3")).isZero();
        assertThat(err).contains("nothing to rescale: bucket=3");
        assertThat(run("rescale", "--table", table, "--buckets", "0")).isEqualTo(2);
        assertThat(run("rescale", "--table", table, "--buckets", "2", "--partition", "dt"))
                .isEqualTo(2);
        assertThat(err).contains("partition 'dt': expected column=value");
        assertThat(run("verify", "--table", table, "--deep")).isZero();
    }

    @Test
    void compactWorksForWriteOnlyTables() {
        assertThat(run("compact", "--table", table, "--partition", "dt=2020-01-01"))
                .as(() -> err)
                .isZero();
        assertThat(err).contains("compacted as snapshot 3");
        assertThat(run("compact", "--table", table, "--strategy", "minor")).isZero();
        assertThat(err).contains("nothing to compact");
        assertThat(run("compact", "--table", table, "--partition-idle-time", "P1D"))
                .isZero();
        assertThat(err).contains("nothing to compact");
        assertThat(run("compact", "--table", table, "--partition-idle-time", "soon"))
                .isEqualTo(2);
        assertThat(run("compact", "--table", table)).isZero();
        assertThat(err).contains("compacted as snapshot 4");
    }

    @Test
    void oldPartitionsExpire() {
        assertThat(run("expire", "--table", table, "--partitions"))
                .as(() -> err)
                .isZero();
        assertThat(err).contains("dropped dt=2020-01-01");
        assertThat(run("expire", "--table", table, "--partitions")).isZero();
        assertThat(err).contains("no partition has expired");
        run("scan", "--table", table);
        assertThat(out.lines()).hasSize(2);
    }

    private int run(String... arguments) {
        var outText = new StringWriter();
        var errText = new StringWriter();
        CommandLine line = Varve.commandLine().setOut(new PrintWriter(outText)).setErr(new PrintWriter(errText));
        int status = line.execute(arguments);
        out = outText.toString();
        err = errText.toString();
        return status;
    }
}
