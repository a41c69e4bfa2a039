package dev.varve.table.testing;

import dev.varve.table.type.DataField;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DataTypes;
import dev.varve.table.type.MapType;
import dev.varve.table.type.RowType;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random types; limits of lengths and precisions, and the places where a layout changes, are frequent on purpose. */
public final class RandomTypes {
    private static final int NESTED = 5;

    private final Random random;
    private int nextFieldId;

    public RandomTypes(Random random) {
        this.random = random;
    }

    /** A row type of the given size whose fields have distinct ids, nested ones included. */
    public RowType row(int arity, int depth) {
        List<DataField> fields = new ArrayList<>(arity);
        for (int i = 0; i < arity; i++) {
            int id = nextFieldId++;
            fields.add(new DataField(id, "f" + i, any(depth)));
        }
        return RowType.of(fields);
    }

    /** Any type, nested at most {@code depth} deep, NOT NULL one time in three. */
    public DataType any(int depth) {
        boolean nested = depth > 0 && random.nextInt(4) == 0;
        return (nested ? nested(depth) : simple()).withNullable(random.nextInt(3) > 0);
    }

    /** A nullable type that is not nested. */
    public DataType simple() {
        return switch (random.nextInt(16)) {
            case 0 -> DataTypes.BOOLEAN;
            case 1 -> DataTypes.TINYINT;
            case 2 -> DataTypes.SMALLINT;
            case 3 -> DataTypes.INT;
            case 4 -> DataTypes.BIGINT;
            case 5 -> DataTypes.FLOAT;
            case 6 -> DataTypes.DOUBLE;
            case 7 -> decimal();
            case 8 -> DataTypes.charType(length());
            case 9 -> random.nextBoolean() ? DataTypes.STRING : DataTypes.varchar(length());
            case 10 -> DataTypes.binary(length());
            case 11 -> random.nextBoolean() ? DataTypes.BYTES : DataTypes.varbinary(length());
            case 12 -> DataTypes.DATE;
            case 13 -> DataTypes.time(random.nextInt(10));
            case 14 -> DataTypes.timestamp(random.nextInt(10));
            default -> DataTypes.timestampLtz(random.nextInt(10));
        };
    }

    /** A type by which rows can be sorted and found: simple and NOT NULL. */
    public DataType key() {
        return simple().notNull();
    }

    private DataType nested(int depth) {
        return switch (random.nextInt(NESTED)) {
            case 0, 1 -> DataTypes.array(any(depth - 1));
            case 2 -> new MapType(any(depth - 1), any(depth - 1), true);
            case 3 -> DataTypes.multiset(any(depth - 1));
            default -> row(1 + random.nextInt(4), depth - 1);
        };
    }

    private DataType decimal() {
        int[] precisions = {1, 9, 10, 18, 19, 38, 1 + random.nextInt(38)};
        int precision = precisions[random.nextInt(precisions.length)];
        return DataTypes.decimal(precision, random.nextInt(precision + 1));
    }

    private int length() {
        int[] lengths = {1, 7, 8, 20, 1 + random.nextInt(40)};
        return lengths[random.nextInt(lengths.length)];
    }
}
