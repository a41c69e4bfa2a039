package dev.varve.connect.route;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Makes a part of a database's or table's name out of any text: the same text gives the same name in every task, and different
 * texts give different names.
 *
 * <ol>
 *   <li>Text of letters, digits, {@code _} and {@code -} stays as it is, if it is not too long.
 *   <li>In a topic, a dot becomes two underscores: {@code shop.orders} is {@code shop__orders}. A topic whose own underscores
 *       could be taken for a dot goes the next way.
 *   <li>In all other text every other character becomes an underscore, what is too long is cut, and the beginning of the
 *       text's SHA-256 is added.
 * </ol>
 */
final class SafeName {
    /** Bytes of UTF-8; leaves room for suffixes within the 255 of most file systems. */
    static final int MAX_BYTES = 180;

    private static final int HASH_BYTES = 5;

    private SafeName() {}

    /** A name for a text in which dots are rare. */
    static String of(String text) {
        return isPlain(text) && text.getBytes(UTF_8).length <= MAX_BYTES ? text : replaced(text);
    }

    /** A name for a whole topic, in which dots are common. */
    static String ofTopic(String topic) {
        boolean ambiguous = topic.contains("__") || topic.contains("._") || topic.contains("_.");
        if (ambiguous) {
            return replaced(topic);
        }
        String name = topic.replace(".", "__");
        return isPlain(name) && name.getBytes(UTF_8).length <= MAX_BYTES ? name : replaced(topic);
    }

    private static boolean isPlain(String text) {
        return text.codePoints().allMatch(SafeName::isPlain);
    }

    private static boolean isPlain(int c) {
        return c == '_' || c == '-' || Character.isLetterOrDigit(c);
    }

    private static String replaced(String text) {
        StringBuilder name = new StringBuilder();
        text.codePoints().map(c -> isPlain(c) ? c : '_').forEach(name::appendCodePoint);
        int end = name.length();
        while (name.substring(0, end).getBytes(UTF_8).length > MAX_BYTES) {
            end = name.offsetByCodePoints(end, -1);
        }
        return name.substring(0, end) + "_" + hash(text);
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
            return HexFormat.of().formatHex(digest, 0, HASH_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
