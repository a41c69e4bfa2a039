package dev.varve.table.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.GenericArray;
import dev.varve.table.row.GenericMap;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowKind;
import dev.varve.table.row.RowSerializer;
import dev.varve.table.row.Timestamp;
import dev.varve.table.testing.GoldenTables;
import dev.varve.table.testing.RandomRows;
import dev.varve.table.testing.RandomTypes;
import dev.varve.table.type.ArrayType;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DataTypes;
import dev.varve.table.type.MapType;
import dev.varve.table.type.RowType;
import java.io.IOException;
import java.nio.file.Files;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SchemaMappingTest {
    private static DataField field(int id, String name, DataType type) {
        return new DataField(id, name, type);
    }

    private static SchemaMapping mapping(RowType fileType, RowType readType) {
        return SchemaMapping.between(fileType, readType, ZoneOffset.UTC);
    }

    /** The mapped row as a copy; the file's row is read in binary form, where every accessor needs the right type. */
    private static GenericRow map(RowType fileType, RowType readType, GenericRow fileRow) {
        SchemaMapping mapping = mapping(fileType, readType);
        Row physical =
                new RowSerializer(mapping.physicalType()).toBinary(project(fileRow, fileType, mapping.physicalType()));
        return GenericRow.copyOf(mapping.map(physical), readType);
    }

    /** What a file reader returns that is asked for {@code wanted}: fields by name. */
    private static GenericRow project(Row row, RowType type, RowType wanted) {
        GenericRow result = new GenericRow(row.kind(), wanted.arity());
        GenericRow all = GenericRow.copyOf(row, type);
        for (int i = 0; i < wanted.arity(); i++) {
            int position = type.indexOf(wanted.field(i).name());
            result.set(i, projectValue(all.valueAt(position), type.type(position), wanted.type(i)));
        }
        return result;
    }

    private static Object projectValue(Object value, DataType type, DataType wanted) {
        if (value == null) {
            return null;
        } else if (type instanceof RowType row) {
            return project((Row) value, row, (RowType) wanted);
        } else if (type instanceof ArrayType array) {
            return projectAll((GenericArray) value, array.element(), ((ArrayType) wanted).element());
        } else if (type instanceof MapType map) {
            GenericMap entries = (GenericMap) value;
            return new GenericMap(
                    projectAll(entries.keys(), map.key(), ((MapType) wanted).key()),
                    projectAll(entries.values(), map.value(), ((MapType) wanted).value()));
        }
        return value;
    }

    private static GenericArray projectAll(GenericArray array, DataType type, DataType wanted) {
        Object[] values = new Object[array.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = projectValue(array.valueAt(i), type, wanted);
        }
        return new GenericArray(values);
    }

    @Test
    void theSameColumnsAreReadAsTheyAreWhateverTheirNames() {
        RowType file = RowType.of(List.of(field(0, "a", DataTypes.INT.notNull()), field(1, "b", DataTypes.STRING)));
        RowType read = RowType.of(List.of(field(0, "x", DataTypes.INT), field(1, "y", DataTypes.STRING.notNull())));
        SchemaMapping mapping = mapping(file, read);
        assertThat(mapping.isIdentity()).isTrue();
        assertThat(mapping.physicalType().fields()).isEqualTo(file.fields());
        Row row = GenericRow.of(1, BinaryString.of("s"));
        assertThat(mapping.map(row)).isSameAs(row);
    }

    @Test
    void columnsAreFoundByIdAndMissingOnesAreNull() {
        RowType file = RowType.of(List.of(
                field(0, "a", DataTypes.INT), field(1, "gone", DataTypes.DATE), field(2, "c", DataTypes.STRING)));
        RowType read = RowType.of(List.of(
                field(2, "renamed", DataTypes.STRING), field(7, "gone", DataTypes.DATE), field(0, "a", DataTypes.INT)));
        SchemaMapping mapping = mapping(file, read);
        assertThat(mapping.isIdentity()).isFalse();
        assertThat(mapping.physicalType().names()).containsExactly("c", "a");
        assertThat(map(file, read, GenericRow.ofKind(RowKind.DELETE, 5, 1, BinaryString.of("s"))))
                .isEqualTo(GenericRow.ofKind(RowKind.DELETE, BinaryString.of("s"), null, 5));
    }

    @Test
    void changedTypesAreCast() {
        RowType file = RowType.of(List.of(
                field(0, "a", DataTypes.INT),
                field(1, "b", DataTypes.timestamp(3)),
                field(2, "c", DataTypes.DOUBLE),
                field(3, "d", DataTypes.STRING)));
        RowType read = RowType.of(List.of(
                field(0, "a", DataTypes.BIGINT),
                field(1, "b", DataTypes.timestamp(6)),
                field(2, "c", DataTypes.decimal(3, 1)),
                field(3, "d", DataTypes.varchar(2))));
        GenericRow mapped = map(file, read, GenericRow.of(5, Timestamp.ofMillis(-1), 1234.5, BinaryString.of("abc")));
        assertThat(mapped).isEqualTo(GenericRow.of(5L, Timestamp.ofMillis(-1), null, BinaryString.of("ab")));
        assertThat(map(file, read, GenericRow.of(null, null, null, null)))
                .isEqualTo(GenericRow.of(null, null, null, null));
    }

    @Test
    void theViewFollowsTheNextRow() {
        RowType file = RowType.of(List.of(field(0, "a", DataTypes.INT)));
        SchemaMapping mapping = mapping(file, RowType.of(List.of(field(0, "a", DataTypes.BIGINT))));
        Row first = mapping.map(GenericRow.of(1));
        assertThat(first.longAt(0)).isEqualTo(1);
        Row second = mapping.map(GenericRow.of(2));
        assertThat(second).isSameAs(first);
        assertThat(second.longAt(0)).isEqualTo(2);
        assertThat(mapping.map(GenericRow.of((Object) null)).isNull(0)).isTrue();
    }

    @Test
    void aCastThatFailsNamesTheColumnAndNotTheValue() {
        RowType file = RowType.of(List.of(field(0, "price", DataTypes.STRING)));
        SchemaMapping mapping = mapping(file, RowType.of(List.of(field(0, "price", DataTypes.INT))));
        Row row = mapping.map(GenericRow.of(BinaryString.of("secret")));
        assertThatThrownBy(() -> row.intAt(0))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("'price'")
                .hasMessageContaining("INT")
                .hasMessageContaining("STRING")
                .hasMessageNotContaining("secret");
        assertThatThrownBy(() -> mapping(file, RowType.of(List.of(field(0, "price", DataTypes.array(DataTypes.INT))))))
                .isInstanceOf(InvalidInputException.class);
    }

    @Test
    void nestedFieldsAreFoundByIdEverywhere() {
        RowType fileInner = RowType.of(List.of(
                field(10, "x", DataTypes.INT), field(11, "gone", DataTypes.DATE), field(12, "z", DataTypes.STRING)));
        RowType readInner = RowType.of(List.of(
                field(12, "zz", DataTypes.STRING), field(13, "new", DataTypes.DATE), field(10, "x", DataTypes.BIGINT)));
        RowType file = RowType.of(List.of(
                field(0, "r", fileInner),
                field(1, "a", DataTypes.array(fileInner)),
                field(2, "m", DataTypes.map(DataTypes.STRING, fileInner))));
        RowType read = RowType.of(List.of(
                field(0, "r", readInner),
                field(1, "a", DataTypes.array(readInner)),
                field(2, "m", DataTypes.map(DataTypes.STRING, readInner))));
        assertThat(mapping(file, read).physicalType().type(0).toString()).isEqualTo("ROW<`z` STRING, `x` INT>");

        GenericRow old = GenericRow.of(1, 2, BinaryString.of("z"));
        GenericRow expected = GenericRow.of(BinaryString.of("z"), null, 1L);
        assertThat(map(
                        file,
                        read,
                        GenericRow.of(
                                old,
                                GenericArray.of(old, null),
                                new GenericMap(GenericArray.of(BinaryString.of("k")), GenericArray.of(old)))))
                .isEqualTo(GenericRow.of(
                        expected,
                        GenericArray.of(expected, null),
                        new GenericMap(GenericArray.of(BinaryString.of("k")), GenericArray.of(expected))));
        assertThat(map(file, read, GenericRow.of(null, null, null))).isEqualTo(GenericRow.of(null, null, null));
    }

    @Test
    void aRowWithoutAnyWantedFieldIsStillThereOrNull() {
        RowType file = RowType.of(List.of(field(
                0, "r", RowType.of(List.of(field(1, "old", DataTypes.INT), field(2, "older", DataTypes.STRING))))));
        RowType read = RowType.of(List.of(field(0, "r", RowType.of(List.of(field(3, "new", DataTypes.INT))))));
        assertThat(mapping(file, read).physicalType().type(0).toString()).isEqualTo("ROW<`old` INT>");
        assertThat(map(file, read, GenericRow.of(GenericRow.of(1, null))))
                .isEqualTo(GenericRow.of(GenericRow.of((Object) null)));
        assertThat(map(file, read, GenericRow.of((Object) null))).isEqualTo(GenericRow.of((Object) null));
    }

    @Test
    void aNestedFieldThatBecameNotNullIsStillNullInFilesWithoutIt() {
        RowType file = RowType.of(List.of(field(0, "r", RowType.of(List.of(field(1, "a", DataTypes.INT))))));
        RowType read = RowType.of(List.of(field(
                0, "r", RowType.of(List.of(field(1, "a", DataTypes.INT), field(2, "b", DataTypes.INT.notNull()))))));
        assertThat(map(file, read, GenericRow.of(GenericRow.of(5)))).isEqualTo(GenericRow.of(GenericRow.of(5, null)));
    }

    @Test
    void nestedFieldsInAnotherOrderNeedNoCast() {
        RowType file = RowType.of(List.of(field(
                0, "r", RowType.of(List.of(field(1, "a", DataTypes.INT), field(2, "b", DataTypes.INT))))));
        RowType read = RowType.of(List.of(field(
                0, "r", RowType.of(List.of(field(2, "b", DataTypes.INT), field(1, "c", DataTypes.INT))))));
        SchemaMapping mapping = mapping(file, read);
        assertThat(mapping.isIdentity()).isTrue();
        assertThat(mapping.physicalType().type(0).toString()).isEqualTo("ROW<`b` INT, `a` INT>");
    }

    @Test
    void randomProjectionsShowTheColumnsTheyWant() {
        for (int seed = 0; seed < 500; seed++) {
            var random = new Random(seed);
            RowType file = new RandomTypes(random).row(6, 3);
            GenericRow row = new RandomRows(random).row(file);
            List<DataField> wanted = new ArrayList<>(file.fields());
            Collections.shuffle(wanted, random);
            wanted = new ArrayList<>(wanted.subList(0, 1 + random.nextInt(6)));
            wanted.add(random.nextInt(wanted.size() + 1), field(1_000_000, "new", DataTypes.STRING));
            GenericRow mapped = map(file, RowType.of(wanted), row);
            for (int i = 0; i < wanted.size(); i++) {
                int position = file.indexOfId(wanted.get(i).id());
                Object expected = position < 0 ? null : row.valueAt(position);
                assertThat(GenericArray.of(mapped.valueAt(i)))
                        .as("seed %s", seed)
                        .isEqualTo(GenericArray.of(expected));
            }
        }
    }

    @Test
    void everySchemaOfTheEvolvedGoldenTableReadsAsTheNewest() throws IOException {
        List<RowType> types = new ArrayList<>();
        for (int id = 0; id <= 4; id++) {
            var file = GoldenTables.table("schema_evolved").resolve("schema").resolve("schema-" + id);
            types.add(SchemaJson.parse(Files.readString(file), file.toString()).rowType());
        }
        GenericRow old = GenericRow.of(1, 2, BinaryString.of("b"), 1.5f, GenericRow.of(3, BinaryString.of("n")));
        assertThat(map(types.get(0), types.get(4), old))
                .isEqualTo(GenericRow.of(
                        1, 2L, null, BinaryString.of("b"), GenericRow.of(3, BinaryString.of("n"), null), null));
        assertThat(mapping(types.get(3), types.get(4)).isIdentity()).isTrue();
        // Back in time: the columns of the old snapshot, from a newer file.
        assertThat(mapping(types.get(4), types.get(0)).physicalType().names())
                .containsExactly("id", "a", "b_renamed", "n");
    }
}
