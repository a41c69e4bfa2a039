package dev.varve.table.parquet;

import dev.varve.table.parquet.GroupVector.Place;
import dev.varve.table.type.ArrayType;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DecimalType;
import dev.varve.table.type.MapType;
import dev.varve.table.type.MultisetType;
import dev.varve.table.type.RowType;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.io.ParquetDecodingException;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;

/**
 * Which columns of a file are read for the wanted fields, and the vectors they end up in. Fields are found by name; a wanted
 * column that the file does not have reads as null, a missing nested field is an error. What counts is how the file stores a
 * value, not how this engine would: decimals may be int32, int64 or byte arrays, timestamps of any unit, lists of two or three
 * groups.
 */
final class ReadPlan {
    private final MessageType schema;
    private final ColumnVector[] columns;
    private final List<LeafReader> leaves = new ArrayList<>();

    /** For each column the number of leaves up to its last. */
    private final int[] leafEnds;

    ReadPlan(MessageType schema, RowType wanted) {
        this.schema = schema;
        columns = new ColumnVector[wanted.arity()];
        leafEnds = new int[wanted.arity()];
        for (int i = 0; i < columns.length; i++) {
            DataField field = wanted.field(i);
            columns[i] = schema.containsField(field.name())
                    ? field(new Position(schema.getType(field.name()), List.of(field.name()), 0, 0, 0), field.type())
                    : new ColumnVector.Missing();
            leafEnds[i] = leaves.size();
        }
    }

    /** One vector for each wanted column. */
    ColumnVector[] columns() {
        return columns;
    }

    /** The columns of the file that a wanted column is made of. */
    List<LeafReader> leaves(int column) {
        return leaves.subList(column == 0 ? 0 : leafEnds[column - 1], leafEnds[column]);
    }

    /** The columns of the file that are read. */
    List<LeafReader> leaves() {
        return leaves;
    }

    /**
     * A field of the file while the plan is made.
     *
     * @param repetition lists and maps above it
     * @param definition level of an entry in which all its ancestors are present
     * @param slotDefinition entries below this level have no slot
     */
    private record Position(Type type, List<String> path, int repetition, int definition, int slotDefinition) {
        /** Level from which on the value itself is present. */
        int presentDefinition() {
            return type.isRepetition(Repetition.OPTIONAL) ? definition + 1 : definition;
        }

        Place place() {
            return new Place(repetition, slotDefinition, presentDefinition());
        }

        Position child(Type child) {
            return new Position(child, plus(path, child), repetition, presentDefinition(), slotDefinition);
        }

        /** The repeated field of a list or map, seen from inside of one repetition. */
        Position repeated(Type repeated) {
            int entry = presentDefinition() + 1;
            return new Position(repeated, plus(path, repeated), repetition + 1, entry, entry);
        }

        private static List<String> plus(List<String> path, Type child) {
            var longer = new ArrayList<>(path);
            longer.add(child.getName());
            return longer;
        }

        ParquetDecodingException mismatch(Object wanted) {
            return new ParquetDecodingException("column " + String.join(".", path) + " is stored as '"
                    + type.toString().replaceAll("\\s+", " ") + "', which cannot be read as " + wanted);
        }
    }

    private ColumnVector field(Position at, DataType wanted) {
        if (wanted instanceof ArrayType array) {
            return list(at, array);
        } else if (wanted instanceof MapType map) {
            return map(at, map);
        } else if (wanted instanceof MultisetType multiset) {
            return map(at, multiset.asMap());
        } else if (wanted instanceof RowType row) {
            return row(at, row);
        } else if (!at.type().isPrimitive()) {
            throw at.mismatch(wanted);
        }
        LeafVector vector = vector(at.type().asPrimitiveType(), wanted);
        if (vector == null) {
            throw at.mismatch(wanted);
        }
        return leaf(at, vector, wanted);
    }

    private LeafVector leaf(Position at, LeafVector vector, DataType wanted) {
        ColumnDescriptor column = schema.getColumnDescription(at.path().toArray(String[]::new));
        if (column.getMaxRepetitionLevel() != at.repetition()) {
            // Repeated fields outside of lists and maps.
            throw at.mismatch(wanted);
        }
        leaves.add(new LeafReader(column, vector, at.slotDefinition()));
        return vector;
    }

    private ColumnVector row(Position at, RowType wanted) {
        GroupType group = group(at, wanted);
        int firstLeaf = leaves.size();
        ColumnVector[] fields = new ColumnVector[wanted.arity()];
        for (int i = 0; i < fields.length; i++) {
            String name = wanted.field(i).name();
            if (!group.containsField(name)) {
                throw at.mismatch(wanted + ": it has no field '" + name + "'");
            }
            fields[i] = field(at.child(group.getType(name)), wanted.type(i));
        }
        return new GroupVector.Rows(levels(at, wanted, firstLeaf), at.place(), fields);
    }

    private ColumnVector list(Position at, ArrayType wanted) {
        Position repeated = repeated(at, wanted);
        Position element = repeated;
        if (isWrapper(group(at, wanted), repeated.type())) {
            element = repeated.child(repeated.type().asGroupType().getType(0));
        }
        int firstLeaf = leaves.size();
        ColumnVector elements = field(element, wanted.element());
        return new GroupVector.Lists(leaves.get(firstLeaf), at.place(), elements);
    }

    /** Whether the repeated field only wraps the element, rather than being the element as in files of old writers. */
    private static boolean isWrapper(GroupType list, Type repeated) {
        return !repeated.isPrimitive()
                && repeated.asGroupType().getFieldCount() == 1
                && !repeated.getName().equals("array")
                && !repeated.getName().equals(list.getName() + "_tuple");
    }

    private ColumnVector map(Position at, MapType wanted) {
        Position entry = repeated(at, wanted);
        if (entry.type().isPrimitive() || entry.type().asGroupType().getFieldCount() != 2) {
            throw at.mismatch(wanted);
        }
        int firstLeaf = leaves.size();
        ColumnVector keys = field(entry.child(entry.type().asGroupType().getType(0)), wanted.key());
        ColumnVector values = field(entry.child(entry.type().asGroupType().getType(1)), wanted.value());
        return new GroupVector.Maps(leaves.get(firstLeaf), at.place(), keys, values);
    }

    private static Position repeated(Position at, DataType wanted) {
        GroupType group = group(at, wanted);
        if (group.getFieldCount() != 1 || !group.getType(0).isRepetition(Repetition.REPEATED)) {
            throw at.mismatch(wanted);
        }
        return at.repeated(group.getType(0));
    }

    private static GroupType group(Position at, DataType wanted) {
        if (at.type().isPrimitive()) {
            throw at.mismatch(wanted);
        }
        return at.type().asGroupType();
    }

    /** A column whose levels tell where values of the group are null: one that is read anyway, or the group's first. */
    private LeafReader levels(Position at, RowType wanted, int firstLeaf) {
        if (firstLeaf == leaves.size()) {
            Position below = at;
            while (!below.type().isPrimitive()) {
                Type child = below.type().asGroupType().getType(0);
                below = child.isRepetition(Repetition.REPEATED) ? below.repeated(child) : below.child(child);
            }
            leaf(below, new LeafVector.Nothing(), wanted);
        }
        return leaves.get(firstLeaf);
    }

    /** A vector for values of the wanted type in the stored form; null if they do not fit. */
    private static LeafVector vector(PrimitiveType stored, DataType wanted) {
        PrimitiveTypeName physical = stored.getPrimitiveTypeName();
        return switch (wanted.root()) {
            case BOOLEAN -> physical == PrimitiveTypeName.BOOLEAN ? new LeafVector.Booleans() : null;
            case TINYINT, SMALLINT, INT, DATE -> physical == PrimitiveTypeName.INT32 ? new LeafVector.Ints() : null;
            case TIME -> isTimeOfMillis(stored) ? new LeafVector.Ints() : null;
            case BIGINT -> physical == PrimitiveTypeName.INT64 ? new LeafVector.Longs(null) : null;
            case FLOAT -> physical == PrimitiveTypeName.FLOAT ? new LeafVector.Floats() : null;
            case DOUBLE -> physical == PrimitiveTypeName.DOUBLE ? new LeafVector.Doubles() : null;
            case CHAR, VARCHAR -> physical == PrimitiveTypeName.BINARY ? new LeafVector.Binaries() : null;
            case BINARY, VARBINARY ->
                physical == PrimitiveTypeName.BINARY || physical == PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY
                        ? new LeafVector.Binaries()
                        : null;
            case DECIMAL -> decimal(stored, (DecimalType) wanted);
            case TIMESTAMP, TIMESTAMP_LTZ -> timestamp(stored);
            case ARRAY, MAP, MULTISET, ROW -> null;
        };
    }

    private static boolean isTimeOfMillis(PrimitiveType stored) {
        boolean isOtherUnit = stored.getLogicalTypeAnnotation() instanceof TimeLogicalTypeAnnotation time
                && time.getUnit() != TimeUnit.MILLIS;
        return stored.getPrimitiveTypeName() == PrimitiveTypeName.INT32 && !isOtherUnit;
    }

    private static LeafVector decimal(PrimitiveType stored, DecimalType wanted) {
        if (!(stored.getLogicalTypeAnnotation() instanceof DecimalLogicalTypeAnnotation decimal)
                || decimal.getScale() != wanted.scale()) {
            return null;
        }
        return switch (stored.getPrimitiveTypeName()) {
            case INT32 -> new LeafVector.Ints();
            case INT64 -> new LeafVector.Longs(null);
            case BINARY, FIXED_LEN_BYTE_ARRAY -> new LeafVector.BinaryDecimals(wanted.precision(), wanted.scale());
            case BOOLEAN, FLOAT, DOUBLE, INT96 -> null;
        };
    }

    private static LeafVector timestamp(PrimitiveType stored) {
        if (stored.getPrimitiveTypeName() == PrimitiveTypeName.INT96) {
            return new LeafVector.Int96Timestamps();
        }
        return stored.getLogicalTypeAnnotation() instanceof TimestampLogicalTypeAnnotation timestamp
                ? new LeafVector.Longs(timestamp.getUnit())
                : null;
    }
}
