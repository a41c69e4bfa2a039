package dev.varve.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.Table;
import dev.varve.table.TableId;
import dev.varve.table.TableWriter;
import dev.varve.table.WarehouseOver;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowKind;
import dev.varve.table.schema.TableSpec;
import dev.varve.table.snapshot.Guard;
import dev.varve.table.testing.ManualEnv;
import dev.varve.table.testing.MemoryFileIO;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Table {@code (id, note, text)}; {@code text} is what the source leaves out when it has not changed. */
class StoredValuesTest {
    private final Table table = WarehouseOver.of(new MemoryFileIO(), "/w", ManualEnv.create())
            .create(
                    new TableId("db", "t"),
                    new TableSpec(
                            List.of(
                                    new DataField(0, "id", DataTypes.BIGINT.notNull()),
                                    new DataField(1, "note", DataTypes.STRING),
                                    new DataField(2, "text", DataTypes.STRING)),
                            List.of("id"),
                            List.of(),
                            Map.of("bucket", "1"),
                            Optional.empty()));
    private final StoredValues values = new StoredValues(table.schema());

    private static GenericRow row(RowKind kind, long id, String note, String text) {
        return GenericRow.ofKind(kind, id, string(note), string(text));
    }

    private static BinaryString string(String text) {
        return text == null ? null : BinaryString.of(text);
    }

    private static TableChange.Step.Write without(Row... rows) {
        return new TableChange.Step.Write(List.of(rows), List.of("text"));
    }

    private void commit(Row row) {
        try (TableWriter writer = table.newWriter("test")) {
            writer.write(row);
            writer.commit(writer.prepare(), 1, Map.of(), Guard.NONE, false);
        }
    }

    @Test
    void rowsThatLackNothingAreLeftAlone() {
        assertThat(values.isNeeded(new TableChange.Step.Write(List.of(row(RowKind.INSERT, 1, "a", "x")), List.of())))
                .isFalse();
    }

    @Test
    void theValueComesFromTheTable() {
        commit(row(RowKind.INSERT, 1, "a", "long"));
        TableChange.Step.Write write = without(row(RowKind.UPDATE_AFTER, 1, "b", null));
        assertThat(values.isNeeded(write)).isTrue();
        assertThat(values.canFind(write, false)).isTrue();
        assertThat(values.fill(write, table)).isEqualTo(row(RowKind.UPDATE_AFTER, 1, "b", "long"));
    }

    @Test
    void whatWaitsForACommitMayHideTheRowSoItIsCommittedFirst() {
        TableChange.Step.Write write = without(row(RowKind.UPDATE_AFTER, 1, "b", null));
        assertThat(values.canFind(write, true)).isFalse();
        values.settled();
        assertThat(values.canFind(write, false)).isTrue();
    }

    @Test
    void onceRememberedARowIsFoundWithoutACommit() {
        commit(row(RowKind.INSERT, 1, "a", "old"));
        values.canFind(without(row(RowKind.UPDATE_AFTER, 9, "b", null)), false);
        values.wrote(row(RowKind.UPDATE_AFTER, 1, "b", "new"));
        TableChange.Step.Write write = without(row(RowKind.UPDATE_AFTER, 1, "c", null));
        assertThat(values.canFind(write, true)).isTrue();
        assertThat(values.fill(write, table)).isEqualTo(row(RowKind.UPDATE_AFTER, 1, "c", "new"));
    }

    @Test
    void aDeletedRowHasNoValueToKeep() {
        commit(row(RowKind.INSERT, 1, "a", "old"));
        values.canFind(without(row(RowKind.UPDATE_AFTER, 9, "b", null)), false);
        values.wrote(row(RowKind.DELETE, 1, null, null));
        TableChange.Step.Write write = without(row(RowKind.INSERT, 1, "c", null));
        assertThat(values.fill(write, table)).isEqualTo(row(RowKind.INSERT, 1, "c", null));
    }

    @Test
    void aChangedKeyTakesTheValueOfTheOldOne() {
        commit(row(RowKind.INSERT, 1, "a", "long"));
        TableChange.Step.Write write = without(row(RowKind.DELETE, 1, null, null), row(RowKind.INSERT, 2, "a", null));
        assertThat(values.fill(write, table)).isEqualTo(row(RowKind.INSERT, 2, "a", "long"));
    }

    @Test
    void memoryIsBounded() {
        values.canFind(without(row(RowKind.UPDATE_AFTER, 9, "b", null)), false);
        for (long id = 0; id <= StoredValues.MAX_REMEMBERED; id++) {
            values.wrote(row(RowKind.INSERT, id, "a", "x"));
        }
        assertThat(values.canFind(without(row(RowKind.UPDATE_AFTER, 5, "b", null)), true))
                .isTrue();
        assertThat(values.canFind(without(row(RowKind.UPDATE_AFTER, StoredValues.MAX_REMEMBERED, "b", null)), true))
                .as("the one too many must be committed to be found")
                .isFalse();
    }

    @Test
    void aRowThatIsRememberedIsRenewedBeyondTheBoundToo() {
        values.canFind(without(row(RowKind.UPDATE_AFTER, 9, "b", null)), false);
        for (long id = 0; id <= StoredValues.MAX_REMEMBERED; id++) {
            values.wrote(row(RowKind.INSERT, id, "a", "old"));
        }
        values.wrote(row(RowKind.UPDATE_AFTER, 5, "b", "new"));
        TableChange.Step.Write write = without(row(RowKind.UPDATE_AFTER, 5, "c", null));
        assertThat(values.canFind(write, true)).isTrue();
        assertThat(values.fill(write, table)).isEqualTo(row(RowKind.UPDATE_AFTER, 5, "c", "new"));
    }
}
