package dev.varve.connect.convert;

/**
 * MySQL's BIGINT UNSIGNED that the source sends as a signed 64-bit number: from 2^63 on it is negative. Known only where the source
 * names its column types ({@code datatype.propagate.source.type} or {@code column.propagate.source.type}).
 */
record UnsignedConverter(ValueConverter converter) implements ValueConverter {
    @Override
    public Object convert(Object value, Attempt attempt) {
        return converter.convert(
                value instanceof Long signed && signed < 0 ? Numbers.unsigned(signed) : value, attempt);
    }
}
