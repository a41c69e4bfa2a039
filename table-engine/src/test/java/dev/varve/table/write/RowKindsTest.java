package dev.varve.table.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.option.TableOptions;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.RowKind;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.type.RowType;
import dev.varve.table.type.TypeParser;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The vectors dd-035 to dd-040 at the door of a writer. */
class RowKindsTest {
    private static final RowType TYPE = RowType.ofTypes(List.of(TypeParser.parse("INT"), TypeParser.parse("STRING")));

    private static RowKinds kinds(Map<String, String> options) {
        return RowKinds.of(TYPE, TableOptions.of(options, TableSchema.CURRENT_VERSION));
    }

    private static RowKinds inColumn(int position) {
        return kinds(Map.of("rowkind.field", TYPE.field(position).name()));
    }

    private static GenericRow row(RowKind kind, String text) {
        return GenericRow.ofKind(kind, 1, text == null ? null : BinaryString.of(text));
    }

    @Test
    void theRowsOwnKindUnlessAColumnIsNamed() {
        assertThat(kinds(Map.of()).kindOf(row(RowKind.DELETE, "+I"))).isEqualTo(RowKind.DELETE);
        for (RowKind kind : RowKind.values()) {
            assertThat(inColumn(1).kindOf(row(RowKind.DELETE, kind.shortName())))
                    .isEqualTo(kind);
        }
    }

    @Test
    void aRowThatDoesNotSayItsKindIsRefused() {
        assertThatThrownBy(() -> inColumn(1).kindOf(row(RowKind.INSERT, null)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("Row kind cannot be null.");
        for (String text : List.of("X", "", "+i", "I")) {
            assertThatThrownBy(() -> inColumn(1).kindOf(row(RowKind.INSERT, text)))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("Unsupported short string '" + text + "' for row kind.");
        }
    }

    @Test
    void theColumnMustExistAndHoldText() {
        assertThatThrownBy(() -> kinds(Map.of("rowkind.field", "zz")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("Rowkind field: 'zz' can not be found in table schema.");
        assertThatThrownBy(() -> inColumn(0))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("only support string type for rowkind");
    }
}
