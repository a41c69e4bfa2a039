package dev.varve.connect.convert;

import dev.varve.table.type.DataTypes;
import dev.varve.table.type.LengthType;
import dev.varve.table.type.TypeRoot;
import java.nio.ByteBuffer;

/**
 * Bytes → BINARY, VARBINARY.
 *
 * @param base64 whether a text is base64, as JSON without schemas writes bytes
 */
record BytesConverter(Site site, LengthType type, boolean base64) implements ValueConverter {
    @Override
    public Object convert(Object value, Attempt attempt) {
        byte[] bytes;
        if (value instanceof byte[] array) {
            bytes = array;
        } else if (value instanceof ByteBuffer buffer) {
            bytes = new byte[buffer.remaining()];
            buffer.duplicate().get(bytes);
        } else if (base64 && value instanceof String text) {
            bytes = Numbers.base64(text);
            if (bytes == null) {
                return attempt.misfit(site, null, "the text is not base64");
            }
        } else {
            return attempt.wrongType(site, value, base64 ? "bytes or their base64" : "bytes");
        }
        boolean fits = type.root() == TypeRoot.BINARY ? bytes.length == type.length() : bytes.length <= type.length();
        return fits ? bytes : attempt.misfit(site, DataTypes.BYTES, "there are " + bytes.length + " bytes");
    }
}
