package dev.varve.table.type;

/** The families of data types, without their parameters. */
public enum TypeRoot {
    BOOLEAN,
    TINYINT,
    SMALLINT,
    INT,
    BIGINT,
    FLOAT,
    DOUBLE,
    DECIMAL,
    CHAR,
    VARCHAR,
    BINARY,
    VARBINARY,
    DATE,
    TIME,
    TIMESTAMP,
    TIMESTAMP_LTZ,
    ARRAY,
    MAP,
    MULTISET,
    ROW;

    public boolean isCharacter() {
        return this == CHAR || this == VARCHAR;
    }

    public boolean isBinary() {
        return this == BINARY || this == VARBINARY;
    }

    public boolean isInteger() {
        return this == TINYINT || this == SMALLINT || this == INT || this == BIGINT;
    }

    public boolean isNumeric() {
        return isInteger() || this == FLOAT || this == DOUBLE || this == DECIMAL;
    }

    public boolean isTimestamp() {
        return this == TIMESTAMP || this == TIMESTAMP_LTZ;
    }

    public boolean isNested() {
        return this == ARRAY || this == MAP || this == MULTISET || this == ROW;
    }
}
