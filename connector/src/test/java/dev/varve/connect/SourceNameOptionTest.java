package dev.varve.connect;

import static dev.varve.connect.testing.Records.map;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.connect.testing.EngineTask;
import dev.varve.connect.testing.Records;
import dev.varve.table.TableId;
import dev.varve.table.WarehouseOver;
import dev.varve.table.schema.TableSpec;
import dev.varve.table.testing.ManualEnv;
import dev.varve.table.testing.MemoryFileIO;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;

/** Two tasks whose sources have the same name but for its case, and never meet except in the table. */
class SourceNameOptionTest {
    private static final Map<String, String> LOWER = Map.of("table.case", "lower", "table.format", "${field:tab}");

    private final MemoryFileIO store = new MemoryFileIO();
    private final ManualEnv env = ManualEnv.create();
    private final Records records = new Records();

    private EngineTask task(Map<String, String> settings) {
        return new EngineTask(store, env, settings);
    }

    private SinkRecord record(long id, String table) {
        return records.schemaless(map("id", id), map("id", id, "tab", table));
    }

    @Test
    void theSecondSourceIsRefusedByTheTableItself() {
        try (EngineTask first = task(LOWER)) {
            first.put(record(1, "Orders")).commit();
            assertThat(first.table("orders").schema().options()).containsEntry("varve.source-name", "default.Orders");
        }
        try (EngineTask second = task(LOWER)) {
            second.put(record(2, "ORDERS"), record(3, "Other"));
            assertThat(second.errors())
                    .singleElement()
                    .asString()
                    .contains("table default.orders holds records of 'default.Orders', and 'default.ORDERS'");
            assertThat(second.rows()).hasSize(1);
        }
        try (EngineTask again = task(LOWER)) {
            again.put(record(4, "Orders")).commit();
            assertThat(again.errors()).isEmpty();
            assertThat(again.rows()).hasSize(2);
        }
    }

    @Test
    void aTableThatWasMadeByHandTakesWhatIsRoutedToIt() {
        WarehouseOver.of(store, "/w", env)
                .create(
                        new TableId("default", "orders"),
                        new TableSpec(
                                List.of(
                                        new DataField(0, "id", DataTypes.BIGINT.notNull()),
                                        new DataField(1, "tab", DataTypes.STRING)),
                                List.of("id"),
                                List.of(),
                                Map.of("bucket", "1"),
                                Optional.empty()));
        try (EngineTask task = task(LOWER)) {
            task.put(record(1, "Orders"), record(2, "ORDERS"));
            assertThat(task.errors()).hasSize(1);
            task.commit();
            assertThat(task.rows()).containsExactly("1 Orders");
        }
    }

    @Test
    void nothingIsNotedWhereNamesStayAsTheyAre() {
        try (EngineTask task = task(Map.of("table.format", "${field:tab}"))) {
            task.put(record(1, "orders"), record(2, "Orders")).commit();
            assertThat(task.errors()).isEmpty();
            assertThat(task.table("orders").schema().options()).doesNotContainKey("varve.source-name");
            assertThat(task.table("Orders").latestSnapshot()).isPresent();
        }
    }
}
