package dev.varve.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.error.CorruptTableException;
import dev.varve.table.fs.Location;
import dev.varve.table.row.GenericRow;
import dev.varve.table.schema.SchemaChange;
import dev.varve.table.schema.TableSpec;
import dev.varve.table.snapshot.Guard;
import dev.varve.table.testing.ManualEnv;
import dev.varve.table.testing.MemoryFileIO;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DataTypes;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * A writer whose table is dropped and created anew commits nothing that readers of the new one would take for something else (found by
 * the simulation, seed 4044887).
 */
class RecreatedTableTest {
    private static final TableId ID = new TableId("d", "t");

    private final ManualEnv env = ManualEnv.create();
    private final MemoryFileIO store = new MemoryFileIO(env);
    private final Warehouse warehouse = WarehouseOver.of(store, "/w", env);

    private static TableSpec spec(DataType value) {
        return new TableSpec(
                List.of(new DataField(0, "id", DataTypes.INT.notNull()), new DataField(1, "v", value)),
                List.of("id"),
                List.of(),
                Map.of("bucket", "1"),
                Optional.empty());
    }

    private void drop(Table table) {
        store.filesBelow(new Location(table.location())).forEach(store::delete);
        env.advance(Duration.ofSeconds(1));
    }

    private static void commit(TableWriter writer, int id, Object value) {
        writer.write(GenericRow.of(id, value));
        writer.commit(writer.prepare(), id, Map.of(), Guard.NONE, true);
    }

    private void requireRefusal(TableWriter writer, int id, Object value, String reason) {
        assertThatThrownBy(() -> commit(writer, id, value))
                .isInstanceOf(CorruptTableException.class)
                .hasMessageContaining(reason)
                .hasMessageContaining("dropped and created anew under a running writer");
        assertThat(warehouse.find(ID).orElseThrow().snapshots()).isEmpty();
    }

    @Test
    void theWritersSchemaIsNotThereAnyMore() {
        Table table = warehouse.create(ID, spec(DataTypes.INT));
        table.evolve(List.of(SchemaChange.AddColumn.last("more", DataTypes.INT)));
        try (TableWriter writer = warehouse.find(ID).orElseThrow().newWriter("u")) {
            drop(table);
            warehouse.create(ID, spec(DataTypes.INT));
            assertThatThrownBy(() -> {
                        writer.write(GenericRow.of(1, 1, 1));
                        writer.commit(writer.prepare(), 1, Map.of(), Guard.NONE, false);
                    })
                    .isInstanceOf(CorruptTableException.class)
                    .hasMessageContaining("schema 1 of table")
                    .hasMessageContaining("not there any more");
        }
        assertThat(warehouse.find(ID).orElseThrow().snapshots()).isEmpty();
    }

    @Test
    void theWritersSchemaIsAnotherOne() {
        Table table = warehouse.create(ID, spec(DataTypes.INT));
        try (TableWriter writer = table.newWriter("u")) {
            drop(table);
            warehouse.create(ID, spec(DataTypes.STRING));
            requireRefusal(
                    writer, 1, 1, "schema 0 of table /w/d.db/t, with which changes were written, is another one now");
        }
    }

    @Test
    void alsoAfterItHasCommitted() {
        Table table = warehouse.create(ID, spec(DataTypes.INT));
        try (TableWriter writer = table.newWriter("u")) {
            commit(writer, 1, 1);
            commit(writer, 2, 2);
            drop(table);
            warehouse.create(ID, spec(DataTypes.STRING));
            requireRefusal(writer, 3, 3, "is another one now");
        }
    }

    /** Nothing tells it from the former one. */
    @Test
    void aTableOfTheSameColumnsTakesThem() {
        Table table = warehouse.create(ID, spec(DataTypes.INT));
        try (TableWriter writer = table.newWriter("u")) {
            drop(table);
            warehouse.create(ID, spec(DataTypes.INT));
            commit(writer, 1, 1);
        }
        assertThat(Tables.rows(warehouse.find(ID).orElseThrow())).containsExactly(GenericRow.of(1, 1));
    }
}
