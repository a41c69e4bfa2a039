package dev.varve.table.schema;

import dev.varve.table.predicate.Constant;
import dev.varve.table.predicate.IsNull;
import dev.varve.table.predicate.Predicate;
import dev.varve.table.row.Row;
import dev.varve.table.type.ArrayType;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataType;
import dev.varve.table.type.MapType;
import dev.varve.table.type.MultisetType;
import dev.varve.table.type.RowType;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/**
 * Shows the rows of a file as rows of another schema (format page: data files, schema evolution on read). Columns and nested
 * fields are matched by id, whatever their names: a column the file does not have is null, one whose type has changed is cast.
 * Nothing is boxed or copied unless a cast needs it. Confined to one thread, since its view is reused.
 */
public final class SchemaMapping {
    private final RowType physicalType;
    private final int[] positions;
    private final ValueCast[] casts;
    private final boolean identity;
    private final MappedRow view;

    private SchemaMapping(RowType physicalType, int[] positions, ValueCast[] casts, boolean identity, MappedRow view) {
        this.physicalType = physicalType;
        this.positions = positions;
        this.casts = casts;
        this.identity = identity;
        this.view = view;
    }

    /**
     * Maps one old file.
     *
     * @param fileType columns of the schema the file was written with
     * @param readType wanted columns
     * @param zone in which casts mean local times
     * @throws dev.varve.table.error.InvalidInputException if a column's type cannot be converted
     */
    public static SchemaMapping between(RowType fileType, RowType readType, ZoneId zone) {
        List<DataField> physical = new ArrayList<>();
        int[] positions = new int[readType.arity()];
        ValueCast[] casts = new ValueCast[readType.arity()];
        boolean identity = true;
        for (int i = 0; i < positions.length; i++) {
            DataField wanted = readType.field(i);
            int position = fileType.indexOfId(wanted.id());
            if (position < 0) {
                positions[i] = -1;
                casts[i] = ValueCast.SAME;
            } else {
                DataField field = prune(fileType.field(position), wanted);
                positions[i] = physical.size();
                casts[i] = Casts.between(field.type(), wanted.type(), zone);
                physical.add(field);
            }
            identity &= positions[i] == i && casts[i] == ValueCast.SAME;
        }
        RowType physicalType = new RowType(physical, fileType.nullable());
        return new SchemaMapping(
                physicalType, positions, casts, identity, new MappedRow(physicalType, readType, positions, casts));
    }

    /** The file's columns that must be read: the file's names and types, in the order in which they are wanted. */
    public RowType physicalType() {
        return physicalType;
    }

    /** Whether rows of {@link #physicalType} are rows of the wanted type as they are. */
    public boolean isIdentity() {
        return identity;
    }

    /**
     * The row as one of the wanted type: the row itself, or a view of it that is valid until the next call and as long as the
     * row is. Casts run when a value is asked for.
     */
    public Row map(Row fileRow) {
        return identity ? fileRow : view.over(fileRow);
    }

    /**
     * A condition on wanted rows as one on the file's rows: true of every row whose wanted form fulfills it. A column that the
     * file does not have is null; of one whose values are cast nothing is said.
     */
    public Predicate toFile(Predicate wanted) {
        return wanted.mapLeaves(leaf -> {
            int position = positions[leaf.column()];
            if (position < 0) {
                return Constant.of(leaf instanceof IsNull);
            }
            return casts[leaf.column()] == ValueCast.SAME ? leaf.at(position) : Constant.TRUE;
        });
    }

    private static DataField prune(DataField field, DataField wanted) {
        return field.withType(prune(field.type(), wanted.type()));
    }

    /** The file's type without the nested fields that nobody wants. */
    private static DataType prune(DataType type, DataType wanted) {
        if (type instanceof RowType row && wanted instanceof RowType wantedRow) {
            return prune(row, wantedRow);
        } else if (type instanceof ArrayType array && wanted instanceof ArrayType wantedArray) {
            return new ArrayType(prune(array.element(), wantedArray.element()), array.nullable());
        } else if (type instanceof MultisetType multiset && wanted instanceof MultisetType wantedMultiset) {
            return new MultisetType(prune(multiset.element(), wantedMultiset.element()), multiset.nullable());
        } else if (type instanceof MapType map && wanted instanceof MapType wantedMap) {
            return new MapType(
                    prune(map.key(), wantedMap.key()), prune(map.value(), wantedMap.value()), map.nullable());
        }
        return type;
    }

    private static RowType prune(RowType row, RowType wanted) {
        List<DataField> fields = new ArrayList<>();
        for (DataField field : wanted.fields()) {
            int position = row.indexOfId(field.id());
            if (position >= 0) {
                fields.add(prune(row.field(position), field));
            }
        }
        if (fields.isEmpty() && row.arity() > 0) {
            // Something must be read to tell a row of nulls from no row.
            fields.add(row.field(0));
        }
        return new RowType(fields, row.nullable());
    }
}
