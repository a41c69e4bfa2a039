package dev.varve.connect.config;

/** How a text in schemaless data stands for a DECIMAL column's value, setting {@code schemaless.decimal}. */
public enum SchemalessDecimal implements Choice {
    /** As a number: {@code "12.50"}. */
    TEXT,
    /** As Debezium writes it without schemas: base64 of the unscaled value, with the scale of the column. */
    BASE64
}
