package dev.varve.connect.convert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.connect.config.TableLayoutSettings;
import dev.varve.table.TableId;
import dev.varve.table.schema.SchemaChange.SetOption;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SettingsDriftTest {
    private static SettingsDrift compare(Map<String, String> ofTable, Map<String, String> ofSettings) {
        TableSchema table = new TableSchema(
                3,
                0,
                List.of(new DataField(0, "id", DataTypes.BIGINT.notNull())),
                0,
                List.of(),
                List.of("id"),
                ofTable,
                Optional.empty(),
                0);
        return SettingsDrift.compare(
                new TableId("default", "orders"),
                table,
                new TableLayoutSettings(Optional.empty(), Optional.empty(), Map.of(), ofSettings),
                () -> true);
    }

    @Test
    void whatDiffersIsSet() {
        SettingsDrift drift = compare(
                Map.of("bucket", "2", "file.compression", "zstd", "comment", "x"),
                Map.of("bucket", "2", "file.compression", "snappy", "num-levels", "4"));
        assertThat(drift.changes())
                .containsExactly(new SetOption("file.compression", "snappy"), new SetOption("num-levels", "4"));
        assertThat(drift.kept()).isEmpty();
    }

    @Test
    void bucketsAndImmutableOptionsStay() {
        SettingsDrift drift = compare(Map.of("bucket", "2"), Map.of("bucket", "4", "bucket-key", "id"));
        assertThat(drift.changes()).isEmpty();
        assertThat(drift.kept()).hasSize(2);
        assertThat(drift.kept().get(0)).startsWith("the table keeps bucket=2 although settings say 4");
        assertThat(drift.kept().get(1)).contains("bucket-key").contains("not supported once the table has a snapshot");
    }
}
