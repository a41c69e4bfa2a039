package dev.varve.table.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.error.StorageException;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.manifest.FileChanges;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.RowKind;
import dev.varve.table.testing.Fault;
import dev.varve.table.testing.FaultPlan;
import dev.varve.table.testing.FaultyFileIO;
import dev.varve.table.testing.StoreCall.Operation;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A product can neither take back what it does not have nor forget it: retractions stay apart from the additions around them. */
class FlushLayersTest {
    private static final List<DataField> FIELDS =
            List.of(new DataField(0, "id", DataTypes.INT.notNull()), new DataField(1, "v", DataTypes.BIGINT));

    private final Harness table = new Harness(
            FIELDS,
            List.of("id"),
            List.of(),
            Map.of("merge-engine", "aggregation", "fields.v.aggregate-function", "product", "write-only", "true"));

    private static GenericRow row(RowKind kind, int id, long value) {
        return GenericRow.ofKind(kind, id, value);
    }

    /** Key 1 changes often, the others once. */
    private static void write(TableWrite write, int changes) {
        write.write(row(RowKind.INSERT, 0, 5L));
        write.write(row(RowKind.INSERT, 1, 3L));
        for (int i = 0; i < changes; i++) {
            write.write(row(RowKind.UPDATE_BEFORE, 1, 3L));
            write.write(row(RowKind.UPDATE_AFTER, 1, 3L));
        }
        write.write(row(RowKind.INSERT, 2, 7L));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 8, 40})
    void versionsThatStayApartGoToLayersOfTheirOwn(int changes) {
        try (TableWrite write = table.open()) {
            write(write, changes);
            FileChanges flushed = write.prepare();
            List<DataFileMeta> files = flushed.appends().get(0).files();
            assertThat(files).hasSize(1 + 2 * changes).allMatch(file -> file.level() == 0);
            assertThat(files.stream().mapToLong(DataFileMeta::rowCount).sum()).isEqualTo(3 + 2L * changes);
            assertThat(files.stream().filter(file -> file.maxKey().intAt(0) == 2))
                    .hasSize(1);
            table.commit(flushed);
        }
        assertThat(table.read())
                .containsExactly(row(RowKind.INSERT, 0, 5L), row(RowKind.INSERT, 1, 3L), row(RowKind.INSERT, 2, 7L));
    }

    private static FaultPlan nthCreation(int nth) {
        int[] seen = {0};
        return call -> call.is(Operation.CREATE) && ++seen[0] == nth ? Fault.FAIL_BEFORE : Fault.NONE;
    }

    @Test
    void aFlushThatFailsInALaterPassLeavesNothing() {
        int files = 1 + 2 * FlushLayers.OPEN_LAYERS;
        for (int nth : List.of(1, FlushLayers.OPEN_LAYERS, FlushLayers.OPEN_LAYERS + 2, files)) {
            FaultPlan plan = nthCreation(nth);
            try (TableWrite write = table.open(new FaultyFileIO(table.io).plan(plan))) {
                write(write, FlushLayers.OPEN_LAYERS);
                assertThatThrownBy(write::prepare).isInstanceOf(StorageException.class);
                assertThat(table.orphans()).as("failure of file %s", nth).isEmpty();
                write.discard();
            }
        }
    }
}
