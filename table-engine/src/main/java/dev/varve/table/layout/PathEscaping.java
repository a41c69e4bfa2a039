package dev.varve.table.layout;

import dev.varve.table.error.InvalidInputException;

/**
 * Percent-escaping of partition names and values. The resulting names are literal: on a local disk the directory's name
 * contains the percent sign.
 */
final class PathEscaping {
    private static final String ESCAPED = "\"#%'*/:=?[\\]^{}\u007F";
    private static final char[] HEX = "0123456789ABCDEF".toCharArray();

    private PathEscaping() {}

    /** Replaces control characters and {@link #ESCAPED} by a percent sign and two upper-case hexadecimal digits. */
    static String escape(String text) {
        if (text.isEmpty()) {
            throw new InvalidInputException("an empty name or value cannot stand in a partition directory");
        }
        StringBuilder escaped = null;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean special = isSpecial(c);
            if (special && escaped == null) {
                escaped = new StringBuilder(text.length() + 16).append(text, 0, i);
            }
            if (special) {
                escaped.append('%').append(HEX[c >> 4]).append(HEX[c & 15]);
            } else if (escaped != null) {
                escaped.append(c);
            }
        }
        return escaped == null ? text : escaped.toString();
    }

    /** The inverse of {@link #escape}; a percent sign without two hexadecimal digits stays what it is. */
    static String unescape(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            int high = c == '%' && i + 2 < text.length() ? hexDigit(text.charAt(i + 1)) : -1;
            int low = high >= 0 ? hexDigit(text.charAt(i + 2)) : -1;
            if (low >= 0) {
                plain.append((char) (high << 4 | low));
                i += 2;
            } else {
                plain.append(c);
            }
        }
        return plain.toString();
    }

    private static boolean isSpecial(char c) {
        return (c >= 0x01 && c <= 0x1F) || ESCAPED.indexOf(c) >= 0;
    }

    private static int hexDigit(char c) {
        return c < 128 ? Character.digit(c, 16) : -1;
    }
}
