package dev.varve.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.row.BinaryString;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.RowKind;
import dev.varve.table.schema.TableSpec;
import dev.varve.table.testing.MemoryTempDir;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.paimon.options.ExpireConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One table in the hands of both: each expires, tags and rolls back what the other has written, and both go on. */
class PaimonRetentionTest {
    @TempDir(factory = MemoryTempDir.class)
    private Path directory;

    private final TableEngine engine = TableEngine.start(EngineSettings.defaults());
    private long rows;

    @AfterEach
    void close() {
        engine.close();
    }

    @Test
    void bothMaintainOneTableInTurns() throws Exception {
        Path place = directory.resolve("t");
        Table table = engine.create(
                place.toString(),
                new TableSpec(
                        List.of(
                                new DataField(0, "id", DataTypes.BIGINT.notNull()),
                                new DataField(1, "v", DataTypes.STRING)),
                        List.of("id"),
                        List.of(),
                        Map.of("bucket", "1"),
                        Optional.empty()));
        PaimonTable paimon = new PaimonTable(place, directory.resolve("temporary"));
        for (int round = 0; round < 3; round++) {
            Tables.commit(table, "varve", 2 * round + 1, next());
            table.maintenance().createTag("ours-" + round, OptionalLong.empty(), Optional.of(Duration.ofDays(1)));
            long taggedByUs = rows;
            paimon.commit(next(), table.schema().rowType());
            paimon.open().createTag("theirs-" + round);
            Tables.commit(table, "varve", 2 * round + 2, next());
            table.compact("compactor");

            paimon.open()
                    .newExpireSnapshots()
                    .config(ExpireConfig.builder()
                            .snapshotRetainMax(2)
                            .snapshotRetainMin(2)
                            .snapshotTimeRetain(Duration.ZERO)
                            .snapshotMaxDeletes(50)
                            .build())
                    .expire();
            assertThat(table.snapshots()).hasSize(2);
            table.maintenance()
                    .expireSnapshots(Map.of("snapshot.num-retained.min", "1", "snapshot.num-retained.max", "1"));
            assertThat(paimon.open().snapshotManager().snapshotCount()).isEqualTo(1);

            assertThat(Tables.rows(table.scan().tag("ours-" + round))).hasSize((int) taggedByUs);
            assertThat(Tables.rows(table.scan().tag("theirs-" + round))).hasSize((int) taggedByUs + 2);
            assertThat(paimon.rows(table.schema().rowType())).hasSize((int) rows);
            assertThat(Tables.rows(table)).hasSize((int) rows);
        }
        assertThat(table.maintenance().deleteTag("theirs-1")).isTrue();
        paimon.open().deleteTag("ours-1");
        assertThat(table.maintenance().tags()).hasSize(4);
        assertThat(table.maintenance().verify(new VerifyRequest(true, true)).problems())
                .isEmpty();
        paimon.open().rollbackTo("ours-2");
        assertThat(Tables.rows(table)).hasSize((int) rows - 4);
        table.maintenance().rollbackToTag("theirs-0");
        assertThat(paimon.rows(table.schema().rowType())).hasSize(4);
        Tables.commit(table, "varve", 100, next());
        assertThat(paimon.rows(table.schema().rowType())).hasSize(6);
    }

    private List<GenericRow> next() {
        List<GenericRow> next = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            next.add(GenericRow.ofKind(RowKind.INSERT, ++rows, BinaryString.of("v" + rows)));
        }
        return next;
    }
}
