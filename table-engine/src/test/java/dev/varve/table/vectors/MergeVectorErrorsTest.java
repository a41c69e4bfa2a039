package dev.varve.table.vectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.Table;
import dev.varve.table.TableWriter;
import dev.varve.table.Tables;
import dev.varve.table.error.InvalidInputException;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.RowKind;
import dev.varve.table.snapshot.Guard;
import dev.varve.table.testing.MemoryFileIO;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tables that cannot be, rows that cannot be written, and merges that fail. */
class MergeVectorErrorsTest {
    static List<VectorCase> refusedAtCreation() {
        return VectorCases.refusedAtCreation();
    }

    static List<VectorTable> failingMerges() {
        return VectorCases.tables().stream()
                .filter(table -> table.vectors().get(0).failsAt().equals("merge"))
                .toList();
    }

    /** Each message names the option or the column that is wrong. */
    @ParameterizedTest
    @MethodSource("refusedAtCreation")
    void nothingIsWrittenOfATableThatCannotBe(VectorCase vector) {
        MemoryFileIO io = new MemoryFileIO();
        assertThatThrownBy(() -> VarveTable.create(new VectorTable(List.of(vector)), io, Map.of()))
                .isInstanceOf(InvalidInputException.class)
                .message()
                .containsPattern("(column|[Ff]ield|options?):? '?[a-z]");
        assertThat(io.files()).isEmpty();
    }

    static List<VectorTable> tablesWithRefusedRows() {
        return VectorCases.tables().stream()
                .filter(table -> table.vectors().stream()
                        .anyMatch(vector -> vector.failsAt().equals("write")))
                .toList();
    }

    /** Function and column are named, and the kind of the row; the other rows of the vector are written. */
    @ParameterizedTest
    @MethodSource("tablesWithRefusedRows")
    void aRowThatCannotBeWrittenIsLeftOut(VectorTable vectors) {
        VarveTable table = VarveTable.create(vectors, new MemoryFileIO(), Map.of());
        table.commit(vectors.inOneCommit().rows());
        table.read().forEach((vector, outcome) -> {
            if (!vector.failsAt().equals("write")) {
                assertThat(outcome.refused()).isEmpty();
                return;
            }
            assertThat(outcome.rows()).isEqualTo(vector.acceptedRows());
            assertThat(outcome.refused())
                    .isNotEmpty()
                    .allMatch(message -> message.contains("cannot be written") || message.contains("rowkind.field"));
            if (vector.isOfFunction()) {
                assertThat(outcome.refused())
                        .allMatch(message -> message.contains("aggregate function '"
                                + vector.json().get("function").textValue() + "' of column '"
                                + vector.type().field(vector.valueColumn()).name() + "'"));
            }
        });
    }

    /** What a flush cannot merge fails it; the writer goes on with other rows once the buffer is dropped. */
    @ParameterizedTest
    @MethodSource("failingMerges")
    void aMergeThatFailsNamesKeyFunctionAndColumn(VectorTable vectors) {
        VectorCase vector = vectors.vectors().get(0);
        GenericRow key = vector.keys().iterator().next();
        String message = "key " + key.valueAt(0) + " cannot be merged: aggregate function '"
                + vector.json().get("function").textValue() + "' of column 'v'";
        Table table = VarveTable.create(vectors, new MemoryFileIO(), Map.of()).table();
        GenericRow other = GenericRow.of(-1, vector.writes().get(0).valueAt(1));
        try (TableWriter writer = table.newWriter("varve")) {
            writer.write(other);
            writer.commit(writer.prepare(), 1, Map.of(), Guard.NONE, false);
            assertThatThrownBy(() -> {
                        vector.writes().forEach(writer::write);
                        writer.commit(writer.prepare(), 2, Map.of(), Guard.NONE, false);
                        Tables.rows(table);
                    })
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining(message);
            writer.discard();
        }
        assertThat(table.get(GenericRow.of(-1))).isPresent();
    }

    /** What a buffer can still merge is not thrown away with what it cannot: the rows before the failed flush stay. */
    @Test
    void aWriterGoesOnAfterAFlushThatFailed() {
        VectorTable vectors = VectorCases.tables().stream()
                .filter(table -> table.vectors().get(0).id().equals("sum-015"))
                .findFirst()
                .orElseThrow();
        Table table = VarveTable.create(vectors, new MemoryFileIO(), Map.of()).table();
        try (TableWriter writer = table.newWriter("varve")) {
            vectors.inOneCommit().rows().forEach(writer::write);
            assertThatThrownBy(writer::prepare)
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("is outside the range of INT");
            writer.discard();
            writer.write(GenericRow.of(5, 7));
            writer.write(GenericRow.ofKind(RowKind.DELETE, 5, 3));
            writer.commit(writer.prepare(), 1, Map.of(), Guard.NONE, false);
        }
        assertThat(Tables.rows(table)).containsExactly(GenericRow.of(5, 4));
    }
}
