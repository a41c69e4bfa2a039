package dev.varve.connect.event;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Recognises the placeholder with which Debezium says that a large value did not change and was not sent. It takes the form of
 * the column: a text, its bytes (base64 without schemas), a list or map of nothing but the placeholder, a list of its bytes as numbers, or
 * a list of the UUID made of it.
 */
public final class UnavailableValue {
    private static final String HEX = "hex:";

    private final String text;
    private final byte[] bytes;
    private final String base64;
    private final String json;
    private final String uuid;

    /** @param setting the text, or {@code hex:} and the hexadecimal digits of its bytes, as the source connector is told */
    public UnavailableValue(String setting) {
        requireNonNull(setting, "setting is null");
        this.bytes = setting.startsWith(HEX)
                ? HexFormat.of().parseHex(setting, HEX.length(), setting.length())
                : setting.getBytes(UTF_8);
        this.text = new String(bytes, UTF_8);
        this.base64 = Base64.getEncoder().encodeToString(bytes);
        this.uuid = UUID.nameUUIDFromBytes(bytes).toString();
        this.json = "{\"" + text + "\":\"" + text + "\"}";
    }

    /** Whether the value of a column is the placeholder. */
    public boolean matches(Object value) {
        if (value instanceof String string) {
            return string.equals(text) || string.equals(json) || string.equals(base64);
        }
        if (value instanceof byte[] array) {
            return Arrays.equals(array, bytes);
        }
        if (value instanceof ByteBuffer buffer) {
            return buffer.equals(ByteBuffer.wrap(bytes));
        }
        if (value instanceof List<?> list) {
            return matchesList(list);
        }
        return value instanceof Map<?, ?> map
                && map.size() == 1
                && text.equals(map.keySet().iterator().next());
    }

    private static boolean isBytes(Object value) {
        return value instanceof byte[] || value instanceof ByteBuffer;
    }

    private boolean matchesList(List<?> list) {
        if (list.size() == 1) {
            Object only = list.get(0);
            return only instanceof String string
                    ? string.equals(uuid) || matches(string)
                    : isBytes(only) && matches(only);
        }
        if (list.size() != bytes.length) {
            return false;
        }
        for (int i = 0; i < bytes.length; i++) {
            if (!(list.get(i) instanceof Number number) || number.longValue() != bytes[i]) {
                return false;
            }
        }
        return true;
    }
}
