package dev.varve.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.RowKind;
import dev.varve.table.schema.SchemaChange;
import dev.varve.table.schema.TableSpec;
import dev.varve.table.snapshot.CommitKind;
import dev.varve.table.snapshot.Guard;
import dev.varve.table.snapshot.Snapshot;
import dev.varve.table.testing.ManualEnv;
import dev.varve.table.testing.MemoryFileIO;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Dropping and expiring partitions through the API. */
class PartitionMaintenanceTest {
    private final MemoryFileIO io = new MemoryFileIO();
    private final ManualEnv env = ManualEnv.create();
    private final Warehouse warehouse = WarehouseOver.of(io, "/w", env);

    private Table table(Map<String, String> options) {
        Map<String, String> all = new HashMap<>(Map.of("bucket", "2"));
        all.putAll(options);
        return warehouse.create(
                new TableId("d", "t"),
                new TableSpec(
                        List.of(
                                new DataField(0, "dt", DataTypes.STRING),
                                new DataField(1, "region", DataTypes.INT),
                                new DataField(2, "id", DataTypes.BIGINT),
                                new DataField(3, "v", DataTypes.STRING)),
                        List.of("dt", "region", "id"),
                        List.of("dt", "region"),
                        all,
                        Optional.empty()));
    }

    private static GenericRow row(String dt, int region, long id) {
        return GenericRow.ofKind(RowKind.INSERT, BinaryString.of(dt), region, id, BinaryString.of("v"));
    }

    private static void write(Table table, String... days) {
        var rows = new ArrayList<GenericRow>();
        for (String day : days) {
            for (int region = 0; region < 2; region++) {
                for (int id = 0; id < 3; id++) {
                    rows.add(row(day, region, id));
                }
            }
        }
        try (TableWriter writer = table.newWriter("writer")) {
            rows.forEach(writer::write);
            writer.commit(writer.prepare(), 1, Map.of("varve.offsets.x", "{}"), Guard.NONE, false);
        }
    }

    private static List<String> partitions(Table table) {
        return Tables.rows(table).stream()
                .map(row -> row.stringAt(0) + "/" + row.intAt(1))
                .distinct()
                .sorted()
                .toList();
    }

    private static void assertSound(Table table) {
        assertThat(table.maintenance().verify(VerifyRequest.everything()).problems())
                .isEmpty();
    }

    @Test
    void partitionsAreDroppedByAllOrSomeOfTheirValues() {
        Table table = table(Map.of());
        write(table, "a", "b", "c");
        Snapshot snapshot = table.maintenance()
                .dropPartitions(List.of(Map.of("dt", "a"), Map.of("dt", "b", "region", "1")))
                .orElseThrow();
        assertThat(snapshot.kind()).isEqualTo(CommitKind.OVERWRITE);
        assertThat(snapshot.properties()).containsEntry("varve.offsets.x", "{}");
        assertThat(partitions(table)).containsExactly("b/0", "c/0", "c/1");
        assertThat(table.maintenance().dropPartitions(List.of(Map.of("dt", "a"))))
                .isEmpty();
        assertThat(table.latestSnapshot()).contains(snapshot);
        assertSound(table);
        write(table, "a");
        assertThat(partitions(table)).containsExactly("a/0", "a/1", "b/0", "c/0", "c/1");
        assertSound(table);
    }

    @Test
    void aPartitionThatCannotBeIsNamed() {
        Table table = table(Map.of());
        write(table, "a");
        assertThatThrownBy(() -> table.maintenance().dropPartitions(List.of(Map.of("day", "a"))))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("'day' is no partition column; the partition columns are [dt, region]");
        assertThatThrownBy(() -> table.maintenance().dropPartitions(List.of(Map.of("region", "EU"))))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("partition column 'region': 'EU' is no INT");
        assertThatThrownBy(() -> table.maintenance().dropPartitions(List.of(Map.of())))
                .isInstanceOf(InvalidInputException.class);
        assertThat(partitions(table)).hasSize(2);
    }

    @Test
    void truncateTakesAllRowsAndTheTableGoesOn() {
        Table table = table(Map.of());
        assertThat(table.maintenance().truncate()).isEmpty();
        write(table, "a", "b");
        assertThat(table.maintenance().truncate()).isPresent();
        assertThat(Tables.rows(table)).isEmpty();
        assertThat(table.maintenance().truncate()).isEmpty();
        write(table, "c");
        assertThat(partitions(table)).containsExactly("c/0", "c/1");
        assertSound(table);
    }

    private void set(String localTime) {
        long millis =
                LocalDateTime.parse(localTime).atZone(env.zone()).toInstant().toEpochMilli();
        env.advance(Duration.ofMillis(millis - env.currentTimeMillis()));
    }

    @Test
    void partitionsExpireByTheirValues() {
        Table table = table(Map.of("partition.expiration-time", "2 d", "partition.expiration-max-num", "3"));
        write(table, "2036-01-01", "2036-01-02", "2036-01-03", "soon");
        set("2036-01-04T00:00:00");
        assertThat(table.maintenance().expirePartitions())
                .as("2036-01-02 is two days old to the second: not older")
                .containsExactly("dt=2036-01-01/region=0", "dt=2036-01-01/region=1");
        set("2036-01-08T00:00:00");
        assertThat(table.maintenance().expirePartitions())
                .as("no more than three, the smallest first")
                .containsExactly("dt=2036-01-02/region=0", "dt=2036-01-02/region=1", "dt=2036-01-03/region=0");
        assertThat(table.maintenance().expirePartitions()).containsExactly("dt=2036-01-03/region=1");
        assertThat(partitions(table)).containsExactly("soon/0", "soon/1");
        assertThat(table.maintenance().expirePartitions()).isEmpty();
        assertSound(table);
    }

    @Test
    void aBatchSizeSplitsCommits() {
        Table table = table(Map.of("partition.expiration-time", "2 d", "partition.expiration-batch-size", "3"));
        write(table, "2036-01-01", "2036-01-02");
        set("2037-01-01T00:00:00");
        assertThat(table.maintenance().expirePartitions()).hasSize(4);
        assertThat(table.snapshots()).hasSize(3);
        assertThat(Tables.rows(table)).isEmpty();
    }

    @Test
    void partitionsExpireByTheirLastUpdate() {
        Table table = table(Map.of("partition.expiration-time", "2 d", "partition.expiration-strategy", "update-time"));
        set("2036-01-01T00:00:00");
        write(table, "a", "b");
        set("2036-01-02T12:00:00");
        write(table, "b");
        set("2036-01-03T12:00:00");
        assertThat(table.maintenance().expirePartitions()).containsExactly("dt=a/region=0", "dt=a/region=1");
        assertThat(partitions(table)).containsExactly("b/0", "b/1");
    }

    @Test
    void withoutTheOptionNothingExpiresAndWithoutPartitionsNoTableIsMade() {
        Table table = table(Map.of());
        assertThatThrownBy(() -> table.maintenance().expirePartitions())
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("set 'partition.expiration-time'");
        assertThatThrownBy(() -> warehouse.create(
                        new TableId("d", "plain"),
                        new TableSpec(
                                List.of(new DataField(0, "id", DataTypes.BIGINT)),
                                List.of("id"),
                                List.of(),
                                Map.of("bucket", "1", "partition.expiration-time", "2 d"),
                                Optional.empty())))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("partition.expiration-time");
    }

    @Test
    void aWriterLooksForOldPartitionsNotMoreOftenThanOnceAnInterval() {
        Table table = table(Map.of("partition.expiration-time", "2 d"));
        set("2036-02-01T00:00:00");
        try (TableWriter writer = table.newWriter("writer")) {
            commit(writer, "2036-01-01");
            assertThat(table.latestSnapshot().orElseThrow().id())
                    .as("whether the first interval was over is chance")
                    .isLessThanOrEqualTo(2);
            env.advance(Duration.ofMinutes(61));
            commit(writer, "2036-01-02");
            assertThat(Tables.rows(table)).isEmpty();
            env.advance(Duration.ofMinutes(30));
            commit(writer, "2036-01-03");
            assertThat(partitions(table)).containsExactly("2036-01-03/0");
            env.advance(Duration.ofMinutes(31));
            commit(writer, "2036-01-31");
            assertThat(partitions(table)).containsExactly("2036-01-31/0");
        }
        assertSound(table);
    }

    private static void commit(TableWriter writer, String day) {
        writer.write(row(day, 0, 1));
        writer.commit(writer.prepare(), 1, Map.of(), Guard.NONE, false);
    }

    @Test
    void writeOnlyWritersLeaveOldPartitionsAlone() {
        Table table = table(Map.of(
                "partition.expiration-time",
                "2 d",
                "partition.expiration-check-interval",
                "0 s",
                "write-only",
                "true"));
        set("2036-02-01T00:00:00");
        write(table, "2036-01-01");
        assertThat(partitions(table)).hasSize(2);
    }

    @Test
    void aDroppedPartitionBeginsAgainWithTheNewNumberOfBuckets() {
        Table table = table(Map.of());
        write(table, "a", "b");
        Table wider = table.evolve(List.of(new SchemaChange.SetOption("bucket", "5")));
        try (TableWriter writer = wider.newWriter("w")) {
            assertThatThrownBy(() -> writer.write(row("a", 0, 1))).hasMessageContaining("new bucket num 5");
            wider.maintenance().dropPartitions(List.of(Map.of("dt", "a")));
            writer.discard();
            writer.refreshSequences();
        }
        write(wider, "a");
        assertThat(partitions(wider)).hasSize(4);
        assertSound(wider);
    }
}
