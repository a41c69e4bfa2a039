package dev.varve.connect.convert;

/**
 * A number of 64 bits without a sign that comes as one with a sign: from 2^63 on it is negative. That is so of MySQL's BIGINT
 * UNSIGNED, known only where the source names its column types ({@code datatype.propagate.source.type} or
 * {@code column.propagate.source.type}), and of Protobuf's uint64 and fixed64.
 */
record UnsignedConverter(ValueConverter converter) implements ValueConverter {
    @Override
    public Object convert(Object value, Attempt attempt) {
        return converter.convert(
                value instanceof Long signed && signed < 0 ? Numbers.unsigned(signed) : value, attempt);
    }
}
