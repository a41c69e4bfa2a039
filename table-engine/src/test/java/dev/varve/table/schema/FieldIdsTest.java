package dev.varve.table.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.testing.PaimonValues;
import dev.varve.table.testing.RandomTypes;
import dev.varve.table.type.ArrayType;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataType;
import dev.varve.table.type.MapType;
import dev.varve.table.type.MultisetType;
import dev.varve.table.type.RowType;
import dev.varve.table.type.TypeParser;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.paimon.schema.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FieldIdsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ROW<x INT, y ROW<p STRING, q TIMESTAMP(6)>> | 34 | {c=34, x=35, y=38, p=36, q=37}",
                "ROW<x ARRAY<ROW<z INT>>>                    | 3  | {c=3, x=5, z=4}",
                "ARRAY<ROW<q INT, w ARRAY<INT>>>             | 6  | {c=6, q=7, w=8}",
                "MAP<ROW<a INT>, ROW<b INT>>                 | 0  | {c=0, a=1, b=2}",
                "MULTISET<ROW<a INT>>                        | 0  | {c=0, a=1}",
                "INT                                         | 0  | {c=0}",
            })
    void followTheExamplesOfTheFormat(String type, int nextFree, String expected) {
        FieldIds ids = new FieldIds(nextFree - 1);
        DataField column = ids.assignAdded(new DataField(0, "c", TypeParser.parse(type)));
        assertThat(names(column).toString()).isEqualTo(expected);
        assertThat(ids.highest()).isEqualTo(FieldIds.highestOf(List.of(column)));
    }

    private static Map<String, Integer> names(DataField field) {
        Map<String, Integer> ids = new LinkedHashMap<>();
        ids.put(field.name(), field.id());
        collect(field.type(), ids);
        return ids;
    }

    private static void collect(DataType type, Map<String, Integer> ids) {
        if (type instanceof RowType row) {
            row.fields().forEach(field -> ids.put(field.name(), field.id()));
            row.fields().forEach(field -> collect(field.type(), ids));
        } else if (type instanceof ArrayType array) {
            collect(array.element(), ids);
        } else if (type instanceof MultisetType multiset) {
            collect(multiset.element(), ids);
        } else if (type instanceof MapType map) {
            collect(map.key(), ids);
            collect(map.value(), ids);
        }
    }

    @Test
    void areThoseThatPaimonAssigns() {
        for (int seed = 0; seed < 200; seed++) {
            List<DataField> fields = new RandomTypes(new Random(seed)).row(6, 4).fields();
            FieldIds ids = new FieldIds(-1);
            List<DataField> assigned = new ArrayList<>();
            fields.forEach(field -> assigned.add(ids.assignAdded(field)));
            Schema.Builder builder = Schema.newBuilder();
            fields.forEach(field -> builder.column(field.name(), PaimonValues.type(field.type())));
            var paimon = org.apache.paimon.schema.TableSchema.create(0, builder.build());
            assertThat(assigned.stream().map(PaimonValues::field).toList())
                    .as("seed %s", seed)
                    .isEqualTo(paimon.fields());
            assertThat(ids.highest()).as("seed %s", seed).isEqualTo(paimon.highestFieldId());
        }
    }
}
