package dev.varve.table.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.option.TableOptions;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.Row;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.type.DataField;
import dev.varve.table.type.TypeParser;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MergeRulesTest {
    private static TableSchema schema(String options, String... columns) {
        List<DataField> fields = new ArrayList<>();
        for (String column : columns) {
            String[] words = column.split(" ", 2);
            fields.add(new DataField(fields.size(), words[0], TypeParser.parse(words[1])));
        }
        Map<String, String> parsed = new LinkedHashMap<>(Map.of("bucket", "1"));
        for (String option : options.split("; ")) {
            String[] words = option.split(" = ", 2);
            parsed.put(words[0], words[1]);
        }
        return new TableSchema(
                TableSchema.CURRENT_VERSION,
                0,
                fields,
                fields.size() - 1,
                List.of(),
                List.of("k"),
                parsed,
                Optional.empty(),
                0);
    }

    private static TableSchema schema(String options) {
        return schema(options, "k INT NOT NULL", "a INT", "g INT", "t STRING", "n INT NOT NULL", "l ARRAY<INT>");
    }

    private static void check(TableSchema schema) {
        TableOptions options = schema.tableOptions();
        MergeRules.requireWritable(schema, options);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            merge-engine = deduplicate; sequence.field = zz | sequence column 'zz' is not among the columns
            merge-engine = deduplicate; sequence.field = l | whose values have no order
            merge-engine = deduplicate; sequence.field = g,g | Sequence field 'g' is defined repeatedly.
            merge-engine = aggregation; sequence.field = g; fields.g.aggregate-function = sum | Should not define aggregation on sequence field: 'g'.
            merge-engine = first-row; sequence.field = g | 'sequence.field' cannot be used
            merge-engine = first-row; changelog-producer = input | set it to none or lookup
            merge-engine = partial-update; ignore-delete = true; partial-update.remove-record-on-delete = true | have conflicting behavior so should not be enabled at the same time
            merge-engine = partial-update; ignore-delete = true; fields.g.sequence-group = a; partial-update.remove-record-on-sequence-group = g | have conflicting behavior so should not be enabled at the same time
            merge-engine = partial-update; fields.g.sequence-group = a; partial-update.remove-record-on-delete = true | 'fields.g.sequence-group' and 'partial-update.remove-record-on-delete' have conflicting behavior
            merge-engine = partial-update; fields.g.sequence-group = a,zz | Field zz can not be found in table schema
            merge-engine = partial-update; fields.g.sequence-group = a; fields.t.sequence-group = a | Field a is defined repeatedly by multiple groups
            merge-engine = partial-update; fields.g.sequence-group = a; partial-update.remove-record-on-sequence-group = a | must be part of sequence groups
            merge-engine = partial-update; fields.a.aggregate-function = sum | Must use sequence group for aggregation functions but not found for field a
            merge-engine = partial-update; fields.a.aggregate-function = nope | which does not exist
            merge-engine = partial-update; fields.g.sequence-group = t; fields.t.aggregate-function = sum | needs a numeric type
            merge-engine = partial-update; fields.g.sequence-group = n | column 'n' is NOT NULL but belongs to a sequence group
            merge-engine = aggregation; fields.a.aggregate-function = nope | which does not exist
            merge-engine = aggregation; fields.default-aggregate-function = primary-key | which does not exist
            merge-engine = aggregation; fields.t.aggregate-function = sum | needs a numeric type
            merge-engine = aggregation; aggregation.remove-record-on-delete = true; fields.a.ignore-retract = true | have conflicting behavior so should not be enabled at the same time
            merge-engine = aggregation; sequence.field = g | column 'a' is aggregated by 'last_non_null_value'
            """)
    void refusedWithTheReason(String options, String why) {
        assertThatThrownBy(() -> check(schema(options)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(why);
    }

    @Test
    void deduplicateDoesNotLookAtFunctions() {
        assertThatCode(() -> check(schema("merge-engine = deduplicate; fields.a.aggregate-function = nope")))
                .doesNotThrowAnyException();
    }

    @Test
    void nullIsTheOldestInBothSortOrders() {
        Row none = GenericRow.of(1, null, null);
        Row small = GenericRow.of(1, 1, 5);
        Row smallThenNone = GenericRow.of(1, 1, null);
        Row large = GenericRow.of(1, 2, 0);
        for (String sortOrder : List.of("ascending", "descending")) {
            TableSchema schema = schema(
                    "sequence.field = a,b; sequence.field.sort-order = " + sortOrder,
                    "k INT NOT NULL",
                    "a INT",
                    "b INT");
            SequenceOrder order = MergeRules.of(schema, schema.tableOptions()).order();
            assertThat(order.isArrival()).isFalse();
            assertThat(order.compareValues(none, small)).as(sortOrder).isNegative();
            assertThat(order.compareValues(large, none)).as(sortOrder).isPositive();
            assertThat(order.compareValues(smallThenNone, small)).as(sortOrder).isNegative();
            assertThat(order.compareValues(small, small)).as(sortOrder).isZero();
            assertThat(Integer.signum(order.compareValues(small, large)))
                    .as(sortOrder)
                    .isEqualTo(sortOrder.equals("ascending") ? -1 : 1);
        }
    }
}
