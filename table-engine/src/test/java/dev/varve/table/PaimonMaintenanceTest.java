package dev.varve.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.fs.LocalFileIO;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.RowKind;
import dev.varve.table.schema.TableSpec;
import dev.varve.table.testing.ManualEnv;
import dev.varve.table.testing.PaimonRows;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DataTypes;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.paimon.operation.PartitionExpire;
import org.apache.paimon.table.FileStoreTable;
import org.apache.paimon.table.sink.BatchTableCommit;
import org.apache.paimon.table.sink.BatchTableWrite;
import org.apache.paimon.table.sink.BatchWriteBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Overwrites of either engine are read by the other, and both expire the same partitions. */
class PaimonMaintenanceTest {
    private static final TableId ID = new TableId("d", "t");

    @TempDir
    private Path directory;

    private final ManualEnv env = ManualEnv.create().setZone(ZoneOffset.UTC);

    private Table create(DataType partitionType, Map<String, String> options) {
        Map<String, String> all = new HashMap<>(Map.of("bucket", "2"));
        all.putAll(options);
        return warehouse(directory)
                .create(
                        ID,
                        new TableSpec(
                                List.of(
                                        new DataField(0, "dt", partitionType),
                                        new DataField(1, "id", DataTypes.BIGINT),
                                        new DataField(2, "v", DataTypes.STRING)),
                                List.of("dt", "id"),
                                List.of("dt"),
                                all,
                                Optional.empty()));
    }

    private Warehouse warehouse(Path root) {
        return WarehouseOver.of(new LocalFileIO(env), root.toString(), env);
    }

    private PaimonTable paimon(Path root) throws IOException {
        return new PaimonTable(root.resolve("d.db/t"), Files.createDirectories(directory.resolve("paimon-temporary")));
    }

    private static GenericRow row(Object dt, long id, String v) {
        Object value = dt instanceof String text ? BinaryString.of(text) : dt;
        return GenericRow.ofKind(RowKind.INSERT, value, id, BinaryString.of(v));
    }

    private static List<GenericRow> rows(List<?> days, String v) {
        List<GenericRow> rows = new ArrayList<>();
        days.forEach(day -> {
            for (int id = 0; id < 10; id++) {
                rows.add(row(day, id, v));
            }
        });
        return rows;
    }

    private void assertBothRead(Table table, List<GenericRow> expected) throws Exception {
        assertThat(Tables.rows(table)).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(paimon(directory).rows(table.schema().rowType())).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(table.maintenance().verify(VerifyRequest.everything()).problems())
                .isEmpty();
    }

    @Test
    void paimonGoesOnAfterOurOverwrites() throws Exception {
        Table table = create(DataTypes.STRING, Map.of());
        Tables.commit(table, "w", 1, rows(List.of("a", "b", "c"), "1"));
        Tables.commit(table, "w", 2, rows(List.of("a"), "2"));
        table.maintenance().dropPartitions(List.of(Map.of("dt", "b")));
        assertBothRead(table, each(List.of("a", "c"), "2", "1"));

        table.maintenance().rescale(5, List.of());
        Table rescaled = table.reload();
        assertBothRead(rescaled, each(List.of("a", "c"), "2", "1"));
        paimon(directory).commit(rows(List.of("a", "b"), "3"), table.schema().rowType());
        assertBothRead(rescaled, each(List.of("a", "b", "c"), "3", "3", "1"));
        paimon(directory).compact();
        assertBothRead(rescaled, each(List.of("a", "b", "c"), "3", "3", "1"));

        table.maintenance().truncate();
        assertBothRead(rescaled, List.of());
        paimon(directory).commit(rows(List.of("d"), "4"), table.schema().rowType());
        assertBothRead(rescaled, rows(List.of("d"), "4"));
    }

    /** Rows of each day with the text at its place. */
    private static List<GenericRow> each(List<String> days, String... texts) {
        List<GenericRow> rows = new ArrayList<>();
        for (int i = 0; i < texts.length; i++) {
            rows.addAll(rows(List.of(days.get(i)), texts[i]));
        }
        return rows;
    }

    @Test
    void weGoOnAfterOverwritesOfPaimon() throws Exception {
        Table table = create(DataTypes.STRING, Map.of());
        Tables.commit(table, "w", 1, rows(List.of("a", "b", "c"), "1"));
        BatchWriteBuilder builder = paimon(directory).open().newBatchWriteBuilder();
        try (BatchTableCommit commit = builder.newCommit()) {
            commit.truncatePartitions(List.of(Map.of("dt", "b")));
        }
        assertBothRead(table, rows(List.of("a", "c"), "1"));
        overwrite("a", rows(List.of("a"), "2"), table);
        assertBothRead(table, each(List.of("a", "c"), "2", "1"));
        Tables.commit(table, "w", 2, rows(List.of("a", "b"), "3"));
        assertBothRead(table, each(List.of("a", "b", "c"), "3", "3", "1"));
    }

    private void overwrite(String partition, List<GenericRow> rows, Table table) throws Exception {
        BatchWriteBuilder builder =
                paimon(directory).open().newBatchWriteBuilder().withOverwrite(Map.of("dt", partition));
        try (BatchTableWrite write = builder.newWrite();
                BatchTableCommit commit = builder.newCommit()) {
            for (GenericRow row : rows) {
                write.write(PaimonRows.toPaimon(row, table.schema().rowType()));
            }
            commit.commit(write.prepareCommit());
        }
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "-, -",
                "yyyy-MM-dd, -",
                "yyyy-MM-dd HH:mm, $dt 12:30",
                "-, $dt 01:00:00",
                "yyyyMMdd, -",
            })
    void bothExpireTheSamePartitions(String formatter, String pattern) throws Exception {
        List<String> days = List.of(
                "2026-01-01",
                "2026-1-2",
                "2026-01-03",
                "2026-01-03 11:59:59",
                "2026-01-04",
                "20260101",
                "soon",
                "2026-01-05");
        expireWithBoth(DataTypes.STRING, days, formatter, pattern);
    }

    @Test
    void bothLookAtDatesAlike() throws Exception {
        List<Integer> days = new ArrayList<>();
        for (int day = 1; day <= 5; day++) {
            days.add((int) LocalDate.of(2026, 1, day).toEpochDay());
        }
        expireWithBoth(DataTypes.DATE, days, null, null);
    }

    private void expireWithBoth(DataType type, List<?> days, String formatter, String pattern) throws Exception {
        Map<String, String> options = new HashMap<>(
                Map.of("partition.expiration-time", "36 h", "partition.expiration-check-interval", "0 s"));
        if (formatter != null) {
            options.put("partition.timestamp-formatter", formatter);
        }
        if (pattern != null) {
            options.put("partition.timestamp-pattern", pattern);
        }
        options.put("write-only", "true");
        Table table = create(type, options);
        Tables.commit(table, "w", 1, rows(days, "1"));
        Path copy = copy();
        LocalDateTime now = LocalDateTime.of(2026, 1, 5, 0, 0);
        expire(paimon(copy).open(), now);
        env.advance(Duration.ofMillis(now.toInstant(ZoneOffset.UTC).toEpochMilli() - env.currentTimeMillis()));
        table.maintenance().expirePartitions();
        assertThat(Tables.rows(table))
                .containsExactlyInAnyOrderElementsOf(
                        paimon(copy).rows(table.schema().rowType()));
    }

    /** As the committer does it, but at a given time. */
    private static void expire(FileStoreTable table, LocalDateTime now) throws Exception {
        PartitionExpire expire = table.store().newPartitionExpire("paimon", table);
        Method atTime = PartitionExpire.class.getDeclaredMethod("expire", LocalDateTime.class, long.class);
        atTime.setAccessible(true);
        atTime.invoke(expire, now, 1L);
    }

    private Path copy() throws IOException {
        Path copy = directory.resolve("copy");
        Path original = directory.resolve("d.db");
        try (Stream<Path> files = Files.walk(original)) {
            for (Path file : files.toList()) {
                Path target = copy.resolve("d.db").resolve(original.relativize(file));
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        }
        return copy;
    }
}
