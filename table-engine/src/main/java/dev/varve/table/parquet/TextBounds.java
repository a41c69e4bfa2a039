package dev.varve.table.parquet;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.varve.table.format.ColumnStatistics;
import dev.varve.table.format.StatisticsMode;
import dev.varve.table.row.BinaryString;
import java.util.Arrays;

/**
 * Bounds of a text column in the order of its UTF-8 bytes, and how they are shortened (format page manifests, statistics
 * rules). Confined to one thread.
 */
final class TextBounds {
    private final Bound min = new Bound();
    private final Bound max = new Bound();
    private boolean empty = true;

    void include(BinaryString text) {
        if (empty) {
            empty = false;
            min.set(text);
            max.set(text);
        } else if (max.compareTo(text) < 0) {
            max.set(text);
        } else if (min.compareTo(text) > 0) {
            min.set(text);
        }
    }

    ColumnStatistics statistics(StatisticsMode mode, long nulls) {
        if (empty) {
            return new ColumnStatistics(null, null, nulls);
        }
        if (mode.kind() != StatisticsMode.Kind.TRUNCATE) {
            return new ColumnStatistics(min.toText(), max.toText(), nulls);
        }
        BinaryString upper = shortenUpwards(max.toText(), mode.length());
        return upper == null
                ? new ColumnStatistics(null, null, nulls)
                : new ColumnStatistics(shorten(min.toText(), mode.length()), upper, nulls);
    }

    /** The first {@code codePoints} code points: never greater than the text. */
    static BinaryString shorten(BinaryString text, int codePoints) {
        return BinaryString.wrap(text.array(), text.offset(), prefixBytes(text, codePoints))
                .copy();
    }

    /**
     * The text if it has at most {@code codePoints} code points; else its first ones with the last that can be incremented
     * incremented and the rest dropped, which is greater than the text; null if none can be.
     */
    static BinaryString shortenUpwards(BinaryString text, int codePoints) {
        int length = prefixBytes(text, codePoints);
        if (length == text.length()) {
            return text;
        }
        byte[] prefix = Arrays.copyOfRange(text.array(), text.offset(), text.offset() + length);
        while (length > 0) {
            int last = startOfLast(prefix, length);
            int codePoint = decode(prefix, last, length);
            if (isScalar(codePoint) && isScalar(codePoint + 1)) {
                byte[] incremented = Character.toString(codePoint + 1).getBytes(UTF_8);
                byte[] bound = Arrays.copyOf(prefix, last + incremented.length);
                System.arraycopy(incremented, 0, bound, last, incremented.length);
                return BinaryString.wrap(bound);
            }
            length = last;
        }
        return null;
    }

    private static int prefixBytes(BinaryString text, int codePoints) {
        byte[] bytes = text.array();
        int seen = 0;
        for (int i = 0; i < text.length(); i++) {
            if (!isContinuation(bytes[text.offset() + i]) && ++seen > codePoints) {
                return i;
            }
        }
        return text.length();
    }

    private static boolean isContinuation(byte value) {
        return (value & 0xC0) == 0x80;
    }

    private static int startOfLast(byte[] bytes, int end) {
        int start = end - 1;
        while (start > 0 && isContinuation(bytes[start])) {
            start--;
        }
        return start;
    }

    /** The single code point in these bytes, or -1 if they are not valid UTF-8. */
    private static int decode(byte[] bytes, int start, int end) {
        String text = new String(bytes, start, end - start, UTF_8);
        boolean isOne = text.codePointCount(0, text.length()) == 1;
        boolean isExact = Arrays.equals(text.getBytes(UTF_8), Arrays.copyOfRange(bytes, start, end));
        return isOne && isExact ? text.codePointAt(0) : -1;
    }

    /** Whether UTF-8 can hold it: surrogates are not code points of their own. */
    private static boolean isScalar(int codePoint) {
        return Character.isValidCodePoint(codePoint)
                && !(codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE);
    }

    /** A copy of a text in an array that grows. */
    private static final class Bound {
        private byte[] bytes = new byte[16];
        private int length;

        void set(BinaryString text) {
            if (text.length() > bytes.length) {
                bytes = new byte[Math.max(text.length(), 2 * bytes.length)];
            }
            length = text.length();
            System.arraycopy(text.array(), text.offset(), bytes, 0, length);
        }

        int compareTo(BinaryString text) {
            int from = text.offset();
            return Arrays.compareUnsigned(bytes, 0, length, text.array(), from, from + text.length());
        }

        BinaryString toText() {
            return BinaryString.wrap(Arrays.copyOf(bytes, length));
        }
    }
}
