package dev.varve.table.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.testing.MemoryTempDir;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The command line as a user types it: what is printed, and with which exit status. */
class VarveTest {
    private static final String SCHEMA = """
            {"fields": [
               {"name": "region", "type": "STRING NOT NULL"},
               {"name": "id", "type": "BIGINT NOT NULL"},
               {"name": "amount", "type": "DECIMAL(12, 2)"},
               {"name": "day", "type": "DATE"},
               {"name": "at", "type": "TIMESTAMP(6)"},
               {"name": "seen", "type": "TIMESTAMP(3) WITH LOCAL TIME ZONE"},
               {"name": "ratio", "type": "DOUBLE"},
               {"name": "raw", "type": "BYTES"},
               {"name": "tags", "type": "ARRAY<STRING>"},
               {"name": "counts", "type": "MAP<STRING, INT>"},
               {"name": "address", "type": "ROW<city STRING, zip INT>"}],
             "primaryKeys": ["region", "id"], "options": {"bucket": "2"}}
            """;

    private static final String FULL_ROW = "{\"region\":\"EU\",\"id\":1,\"amount\":\"12.50\",\"day\":\"2026-01-31\","
            + "\"at\":\"2026-01-31T12:34:56.123456\",\"seen\":\"2026-01-31T12:34:56.789Z\",\"ratio\":\"NaN\","
            + "\"raw\":\"AAH/\",\"tags\":[\"a\",null],\"counts\":[[\"x\",1]],\"address\":{\"city\":\"Łódź\",\"zip\":null}}";

    @TempDir(factory = MemoryTempDir.class)
    private Path directory;

    private String table;
    private String out;
    private String err;

    @BeforeEach
    void createTable() throws IOException {
        table = directory.resolve("w/d.db/orders").toString();
        Path schema = Files.writeString(directory.resolve("schema.json"), SCHEMA);
        assertThat(run("create", "--table", table, "--schema", schema.toString()))
                .as(() -> err)
                .isZero();
        assertThat(err).contains("created " + table);
    }

    @Test
    void writtenLinesAreScannedBackToTheLetter() throws IOException {
        write(FULL_ROW);
        assertThat(err).contains("wrote 1 rows as snapshot 1");
        assertThat(run("scan", "--table", table)).isZero();
        assertThat(out.strip()).isEqualTo(FULL_ROW);
    }

    @Test
    void snapshotsAreTaggedExpiredAndGoneBackTo() throws IOException {
        for (int id = 1; id <= 4; id++) {
            write("{\"region\":\"EU\",\"id\":" + id + "}");
        }
        assertThat(run("tag", "create", "--table", table, "first", "--snapshot", "1", "--time-retained", "P30D"))
                .as(() -> err)
                .isZero();
        assertThat(run("tag", "create", "--table", table, "first")).isEqualTo(2);
        assertThat(err).contains("Tag 'first' already exists.");
        assertThat(run("tag", "list", "--table", table)).isZero();
        assertThat(out).contains("\"tag\":\"first\",\"snapshot\":1,").contains("\"retained\":\"PT720H\"");
        assertThat(run("snapshots", "--table", table)).isZero();
        assertThat(out.lines().findFirst().orElseThrow()).contains("\"tags\":\"first\"");
        assertThat(run("expire", "--table", table)).isZero();
        assertThat(err).contains("no snapshot has expired");
        assertThat(run("expire", "--table", table, "--retain-max", "2", "--retain-min", "1"))
                .isZero();
        assertThat(err).contains("expired snapshots 1 to 2, deleted");
        assertThat(run("scan", "--table", table)).isZero();
        assertThat(out.lines()).hasSize(4);
        assertThat(run("rollback", "--table", table, "--to-snapshot", "1")).isEqualTo(2);
        assertThat(err).contains("has no snapshot 1");
        assertThat(run("rollback", "--table", table, "--to-tag", "first")).isZero();
        assertThat(err).contains("the newest snapshot is 1 now");
        assertThat(run("scan", "--table", table)).isZero();
        assertThat(out.lines()).hasSize(1);
        assertThat(run("tag", "delete", "--table", table, "first")).isZero();
        assertThat(run("tag", "delete", "--table", table, "first")).isEqualTo(1);
    }

    @Test
    void orphansArePrintedAndOnlyDeletedIfAsked() throws IOException {
        write("{\"region\":\"EU\",\"id\":1}");
        Path orphan = Files.writeString(Path.of(table).resolve("manifest/manifest-lost"), "lost");
        assertThat(run("orphans", "--table", table)).isZero();
        assertThat(err).contains("found 0 files");
        Files.setLastModifiedTime(orphan, java.nio.file.attribute.FileTime.fromMillis(1_000_000_000_000L));
        assertThat(run("orphans", "--table", table)).isZero();
        assertThat(out).contains("manifest-lost");
        assertThat(orphan).exists();
        assertThat(run("orphans", "--table", table, "--delete")).isZero();
        assertThat(err).contains("deleted 1 files of 4 bytes");
        assertThat(orphan).doesNotExist();
        assertThat(run("orphans", "--table", table, "--older-than", "yesterday"))
                .isEqualTo(2);
        assertThat(err).contains("--older-than").contains("'yesterday' is not a duration");
        assertThat(run("scan", "--table", table)).isZero();
        assertThat(out.lines()).hasSize(1);
    }

    @Test
    void durationsAreReadAsOptionsAndAsIso8601WriteThem() throws IOException {
        write("{\"region\":\"EU\",\"id\":1}");
        write("{\"region\":\"EU\",\"id\":2}");
        for (String age : List.of("P1D", "24 h", "86400000")) {
            assertThat(run("orphans", "--table", table, "--older-than", age))
                    .as(() -> err)
                    .isZero();
            assertThat(err).contains("found 0 files");
        }
        for (String time : List.of("PT36H", "36 h")) {
            String tag = "kept " + time.charAt(0);
            assertThat(run("tag", "create", "--table", table, tag, "--time-retained", time))
                    .as(() -> err)
                    .isZero();
            assertThat(run("expire", "--table", table, "--time-retained", time))
                    .as(() -> err)
                    .isZero();
            assertThat(err).contains("no snapshot has expired");
            assertThat(run("compact", "--table", table, "--partition-idle-time", time))
                    .as(() -> err)
                    .isZero();
            assertThat(err).contains("nothing to compact");
        }
        assertThat(run("tag", "list", "--table", table)).isZero();
        assertThat(out.lines()).hasSize(2).allMatch(line -> line.contains("\"retained\":\"PT36H\""));
        for (String wrong : List.of("PT", "P1", "2 weeks")) {
            assertThat(run("expire", "--table", table, "--time-retained", wrong))
                    .isEqualTo(2);
            assertThat(err).contains("--time-retained").contains("'" + wrong + "'");
        }
    }

    @Test
    void kindsUpdateAndDelete() throws IOException {
        write("{\"region\":\"EU\",\"id\":1}", "{\"region\":\"EU\",\"id\":2}", "{\"region\":\"US\",\"id\":1}");
        write(
                "{\"region\":\"EU\",\"id\":1,\"_kind\":\"-D\"}",
                "{\"region\":\"EU\",\"id\":2,\"amount\":\"7.00\",\"_kind\":\"+U\"}");
        run("scan", "--table", table, "--columns", "id,region,amount", "--format", "csv");
        assertThat(out.lines().skip(1)).containsExactlyInAnyOrder("2,EU,7.00", "1,US,");
        assertThat(out).startsWith("id,region,amount\r\n");
        run("scan", "--table", table, "--snapshot", "1");
        assertThat(out.lines()).hasSize(3);
        run("scan", "--table", table, "--limit", "1");
        assertThat(out.lines()).hasSize(1);
    }

    @Test
    void changesArePrintedWithSnapshotAndKind() throws IOException {
        write("{\"region\":\"EU\",\"id\":1}");
        write("{\"region\":\"EU\",\"id\":1,\"_kind\":\"-D\"}", "{\"region\":\"EU\",\"id\":2}");
        assertThat(run("changelog", "--table", table, "--columns", "id"))
                .as(() -> err)
                .isZero();
        assertThat(out.lines())
                .containsExactly(
                        "{\"_snapshot\":1,\"_kind\":\"+I\",\"id\":1}",
                        "{\"_snapshot\":2,\"_kind\":\"-D\",\"id\":1}",
                        "{\"_snapshot\":2,\"_kind\":\"+I\",\"id\":2}");
        run("changelog", "--table", table, "--columns", "id", "--after", "1", "--up-to", "2", "--limit", "1");
        assertThat(out.strip()).isEqualTo("{\"_snapshot\":2,\"_kind\":\"-D\",\"id\":1}");
        assertThat(run("changelog", "--table", table, "--up-to", "7")).isEqualTo(2);
        assertThat(err).contains("there are those of snapshots 1 to 2");
    }

    @Test
    void kindsTakeBackWhatATableHasSummedUp() throws IOException {
        Path schema = Files.writeString(Path.of(table).resolveSibling("sums.json"), """
                {"fields": [{"name": "id", "type": "BIGINT NOT NULL"}, {"name": "total", "type": "BIGINT"}],
                 "primaryKeys": ["id"],
                 "options": {"bucket": "1", "merge-engine": "aggregation", "fields.total.aggregate-function": "sum"}}
                """);
        table = table + "-sums";
        assertThat(run("create", "--table", table, "--schema", schema.toString()))
                .as(() -> err)
                .isZero();
        write("{\"id\":1,\"total\":10}", "{\"id\":2,\"total\":5}", "{\"id\":1,\"total\":7}");
        write(
                "{\"id\":1,\"total\":7,\"_kind\":\"-U\"}",
                "{\"id\":1,\"total\":8,\"_kind\":\"+U\"}",
                "{\"id\":2,\"total\":5,\"_kind\":\"-D\"}");
        run("scan", "--table", table, "--format", "csv");
        assertThat(out.lines().skip(1)).containsExactlyInAnyOrder("1,18", "2,0");
        assertThat(writeLines("{\"id\":1,\"total\":9223372036854775807}", "{\"id\":1,\"total\":1}"))
                .isEqualTo(2);
        assertThat(err).contains("key 1 ", "'total'").doesNotContain("Exception");
        run("scan", "--table", table, "--format", "csv");
        assertThat(out.lines().skip(1)).containsExactlyInAnyOrder("1,18", "2,0");
    }

    @Test
    void aRowIsFoundByItsKeyInEitherForm() throws IOException {
        write(FULL_ROW);
        assertThat(run("get", "--table", table, "EU", "1")).isZero();
        assertThat(out.strip()).isEqualTo(FULL_ROW);
        assertThat(run("get", "--table", table, "{\"id\":1,\"region\":\"EU\"}")).isZero();
        assertThat(out.strip()).isEqualTo(FULL_ROW);
        assertThat(run("get", "--table", table, "EU", "2")).isEqualTo(1);
        assertThat(out).isEmpty();
        assertThat(run("get", "--table", table, "EU")).isEqualTo(2);
        assertThat(err).contains("the primary key has 2 columns [region, id], got 1 values");
    }

    @Test
    void schemaSnapshotsAndFilesAreTold() throws IOException {
        write(FULL_ROW);
        assertThat(run("schema", "--table", table)).isZero();
        assertThat(out).contains("\"highestFieldId\" : 12", "\"DECIMAL(12, 2)\"");
        assertThat(run("snapshots", "--table", table)).isZero();
        assertThat(out).contains("\"id\":1,\"kind\":\"APPEND\"", "\"total_records\":1");
        assertThat(run("files", "--table", table, "--format", "table")).isZero();
        assertThat(out).contains("level", "data-", "(1 row)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"region\":\"EU\",\"id\":\"one\"}            | line 1: id: found \"one\", expected a whole number",
                "{\"region\":\"EU\",\"id\":1,\"amount\":1.234} | amount: found 1.234, expected a number that fits DECIMAL(12, 2)",
                "{\"region\":\"EU\",\"id\":1,\"day\":\"31/1\"} | day: \"31/1\" is not a DATE",
                "{\"region\":\"EU\",\"id\":1,\"price\":1}      | no column [price]; the columns are [region, id,",
                "{\"region\":\"EU\",\"id\":1,\"tags\":\"a\"}   | tags: found \"a\", expected an array",
                "{\"region\":\"EU\",\"id\":1,\"address\":7}    | address: found 7, expected an object",
                "{\"region\":\"EU\"}                           | Cannot write null to non-null column(id)",
                "{\"region\":\"EU\",\"id\":1,\"_kind\":\"+X\"} | row kind '+X' is not one of +I, -U, +U, -D",
                "not json                                      | line 1: not JSON",
            })
    void aBadLineIsNamedAndNothingIsWritten(String line, String message) throws IOException {
        assertThat(writeLines(line)).isEqualTo(2);
        assertThat(err).contains(message).doesNotContain("Exception");
        run("scan", "--table", table);
        assertThat(out).isEmpty();
        run("snapshots", "--table", table);
        assertThat(out).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"fields\":[{\"name\":\"id\",\"type\":\"BIGNIT\"}],\"primaryKeys\":[\"id\"]}              | field 'id'",
                "{\"fields\":[{\"name\":\"id\",\"type\":\"INT\"}],\"primaryKeys\":[\"key\"]}                | key",
                "{\"fields\":[{\"name\":\"id\",\"type\":\"INT\"}],\"primaryKey\":[\"id\"]}                  | unknown key 'primaryKey'",
                "{\"fields\":[]}                                                                            | at least one column",
                "{\"fields\":[{\"name\":\"id\",\"type\":\"INT\"}],\"primaryKeys\":[\"id\"],\"options\":{\"bucket\":\"0\"}} | bucket",
                "{\"fields\":[{\"name\":\"id\",\"type\":\"INT\"}],\"primaryKeys\":[\"id\"],\"options\":{\"buckett\":\"1\"}} | bucket",
                "nonsense                                                                                   | not JSON",
            })
    void aBadSchemaIsNamedAndNoTableIsMade(String document, String message) throws IOException {
        Path schema = Files.writeString(directory.resolve("bad.json"), document);
        String place = directory.resolve("w/d.db/bad").toString();
        assertThat(run("create", "--table", place, "--schema", schema.toString()))
                .isEqualTo(2);
        assertThat(err).contains(message).doesNotContain("Exception");
        assertThat(directory.resolve("w/d.db/bad")).doesNotExist();
    }

    @Test
    void aDirectoryThatIsNoTableIsNamed() {
        assertThat(run("scan", "--table", directory.toString())).isEqualTo(2);
        assertThat(err).contains("no table at " + directory);
    }

    @Test
    void aTruncatedManifestIsNamed() throws IOException {
        write(FULL_ROW);
        Path manifest = onlyFile("manifest", "manifest-", "manifest-list-");
        Files.write(manifest, Arrays.copyOf(Files.readAllBytes(manifest), 60));
        assertThat(run("scan", "--table", table)).isEqualTo(1);
        assertThat(err).contains(manifest.getFileName().toString()).doesNotContain("Exception");
        assertThat(err.lines()).hasSize(1);
    }

    @Test
    void aMissingDataFileIsNamed() throws IOException {
        write(FULL_ROW);
        Path data;
        try (Stream<Path> files = Files.walk(Path.of(table))) {
            data = files.filter(file -> file.getFileName().toString().endsWith(".parquet"))
                    .findFirst()
                    .orElseThrow();
        }
        Files.delete(data);
        assertThat(run("scan", "--table", table)).isEqualTo(1);
        assertThat(err).contains("data file " + data, "is not there").doesNotContain("Exception");
    }

    @Test
    void aNewerFormatVersionIsRefused() throws IOException {
        write(FULL_ROW);
        Path snapshot = Path.of(table, "snapshot", "snapshot-1");
        Files.writeString(snapshot, Files.readString(snapshot).replace("\"version\" : 3", "\"version\" : 4"));
        assertThat(run("scan", "--table", table)).isEqualTo(1);
        assertThat(err).contains("snapshot-1", "version 4");
    }

    @Test
    void anUnknownSnapshotIsAnsweredWithThoseThatAre() throws IOException {
        write(FULL_ROW);
        assertThat(run("scan", "--table", table, "--snapshot", "9")).isEqualTo(2);
        assertThat(err).contains("snapshotId 9 is out of available snapshotId range [1, 1]");
    }

    @Test
    void aConditionChoosesRowsAndStatisticsTellWhatWasRead() throws IOException {
        write(FULL_ROW);
        assertThat(run("scan", "--table", table, "--where", "id = 1", "--stats", "--columns", "id"))
                .as(() -> err)
                .isZero();
        assertThat(err).contains("snapshot=1 manifests=1 read=1", "planned-files=1", "rows=");
        assertThat(run("scan", "--table", table, "--where", "id IS NULL", "--parallelism", "3"))
                .isZero();
        assertThat(out).isEmpty();
        assertThat(run("scan", "--table", table, "--where", "idd = 1")).isEqualTo(2);
        assertThat(err).contains("condition, column 1: no column 'idd'; did you mean 'id'?", "^");
    }

    @Test
    void getTellsWhatTheLookupHasTouched() throws IOException {
        write(FULL_ROW);
        assertThat(run("get", "--table", table, "EU", "1", "--stats"))
                .as(() -> err)
                .isZero();
        assertThat(out.strip()).isEqualTo(FULL_ROW);
        assertThat(err.strip())
                .matches("files opened 1, skipped by filters 0; row groups read 1, skipped 0; pages read [1-9]\\d*");
        assertThat(run("get", "--table", table, "EU", "1")).isZero();
        assertThat(err).isEmpty();
        assertThat(run("get", "--table", table, "ZZ", "1", "--stats")).isEqualTo(1);
        assertThat(out).isEmpty();
        assertThat(err.strip())
                .isEqualTo("files opened 0, skipped by filters 0; row groups read 0, skipped 0; pages read 0");
    }

    @Test
    void oneVersionAtMostIsAskedFor() throws IOException {
        write(FULL_ROW);
        assertThat(run("scan", "--table", table, "--timestamp", "2999-01-01T00:00"))
                .isZero();
        assertThat(run("scan", "--table", table, "--timestamp", "1999-01-01T00:00Z"))
                .isEqualTo(2);
        assertThat(err).contains("no snapshot earlier than or equal to timestamp");
        assertThat(run("scan", "--table", table, "--tag", "t")).isEqualTo(2);
        assertThat(err).contains("Tag 't' doesn't exist");
        assertThat(run("scan", "--table", table, "--tag", "t", "--snapshot", "1"))
                .isEqualTo(2);
    }

    @Test
    void usageErrorsAreTwo() {
        assertThat(run("scan")).isEqualTo(2);
        assertThat(err).contains("--table");
        assertThat(run("nonsense")).isEqualTo(2);
        assertThat(run("--version")).isZero();
        assertThat(out).startsWith("varve ");
    }

    private void write(String... lines) throws IOException {
        assertThat(writeLines(lines)).as(() -> err).isZero();
    }

    private int writeLines(String... lines) throws IOException {
        Path file = Files.writeString(directory.resolve("rows.jsonl"), String.join("\n", lines));
        return run("write", "--table", table, file.toString());
    }

    private Path onlyFile(String subdirectory, String prefix, String notPrefix) throws IOException {
        try (Stream<Path> files = Files.list(Path.of(table, subdirectory))) {
            return files.filter(file -> file.getFileName().toString().startsWith(prefix)
                            && !file.getFileName().toString().startsWith(notPrefix))
                    .findFirst()
                    .orElseThrow();
        }
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
