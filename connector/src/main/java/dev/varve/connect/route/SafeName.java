package dev.varve.connect.route;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.text.Normalizer;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * Makes a part of a database's or table's name out of any text: the same text gives the same name in every task, and different
 * texts give different names. A name is a directory: it has no separators, dots or control characters, is not too long for a file
 * system, and is the same to one that normalises Unicode.
 *
 * <ol>
 *   <li>Text of letters, digits, {@code _} and {@code -} stays as it is, unless it is too long, is not in Unicode's normal form C, or
 *       looks as if it had gone the third way.
 *   <li>In a topic, a dot becomes two underscores: {@code shop.orders} is {@code shop__orders}. A topic whose own underscores
 *       could be taken for a dot goes the next way.
 *   <li>In all other text every other character becomes an underscore, what is too long is cut, and the beginning of the
 *       text's SHA-256 is added.
 * </ol>
 */
final class SafeName {
    /** Bytes of UTF-8 of a text that may stay, and of what is left of one that is cut. */
    static final int MAX_BYTES = 180;

    private static final int HASH_BYTES = 8;

    /** Longest name, in bytes of UTF-8; leaves room for suffixes within the 255 of most file systems. */
    static final int MAX_NAME_BYTES = MAX_BYTES + 1 + 2 * HASH_BYTES;

    /** The end of names that were rewritten. Upper case too, since names may be brought to one case afterwards. */
    private static final Pattern HASHED =
            Pattern.compile(".*_[0-9a-f]{" + 2 * HASH_BYTES + "}", Pattern.DOTALL | Pattern.CASE_INSENSITIVE);

    private SafeName() {}

    /** A name for a text in which dots are rare. */
    static String of(String text) {
        return mayStay(text) ? text : replaced(text);
    }

    /** A name for a whole topic, in which dots are common. */
    static String ofTopic(String topic) {
        boolean ambiguous = topic.contains("__") || topic.contains("._") || topic.contains("_.");
        if (ambiguous) {
            return replaced(topic);
        }
        String name = topic.replace(".", "__");
        return mayStay(name) ? name : replaced(topic);
    }

    /** A whole name, made of parts that are safe: only its length is still to be looked at. */
    static String ofParts(String name) {
        return bytes(name) <= MAX_NAME_BYTES ? name : replaced(name);
    }

    private static boolean mayStay(String text) {
        return text.codePoints().allMatch(SafeName::isPlain)
                && bytes(text) <= MAX_BYTES
                && Normalizer.isNormalized(text, Normalizer.Form.NFC)
                && !HASHED.matcher(text).matches();
    }

    private static boolean isPlain(int c) {
        return c == '_' || c == '-' || Character.isLetterOrDigit(c);
    }

    private static int bytes(String text) {
        return text.getBytes(UTF_8).length;
    }

    private static String replaced(String text) {
        StringBuilder replaced = new StringBuilder();
        text.codePoints().map(c -> isPlain(c) ? c : '_').forEach(replaced::appendCodePoint);
        String name = Normalizer.normalize(replaced, Normalizer.Form.NFC);
        int end = name.length();
        while (bytes(name.substring(0, end)) > MAX_BYTES) {
            end = name.offsetByCodePoints(end, -1);
        }
        return name.substring(0, end) + "_" + hash(text);
    }

    /** Of the UTF-16 units: halves of surrogate pairs, which UTF-8 cannot tell apart, count too. */
    private static String hash(String text) {
        ByteBuffer units = ByteBuffer.allocate(2 * text.length());
        units.asCharBuffer().put(text);
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(units.array());
            return HexFormat.of().formatHex(digest, 0, HASH_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
