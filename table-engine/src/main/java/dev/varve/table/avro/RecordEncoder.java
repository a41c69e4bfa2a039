package dev.varve.table.avro;

/** Puts one value as a record, field by field in the order of the schema. */
@FunctionalInterface
public interface RecordEncoder<T> {
    void encode(T value, RecordOutput output);
}
