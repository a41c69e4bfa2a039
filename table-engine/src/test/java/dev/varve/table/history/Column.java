package dev.varve.table.history;

import dev.varve.table.type.DataType;
import dev.varve.table.type.DataTypes;

/** The columns behind the primary key. */
enum Column {
    V(DataTypes.STRING),
    N(DataTypes.INT),
    M(DataTypes.INT),
    C(DataTypes.array(DataTypes.INT)),
    S(DataTypes.INT),
    T(DataTypes.INT);

    private final DataType type;

    Column(DataType type) {
        this.type = type;
    }

    DataType type() {
        return type;
    }

    /** As the table calls it. */
    String text() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }

    /** Of all columns of the table. */
    int position() {
        return 2 + ordinal();
    }
}
