package dev.varve.table.predicate;

import static java.util.Objects.requireNonNull;

/**
 * A word of a condition.
 *
 * @param text as it stands for {@code WORD}, {@code NUMBER} and {@code SYMBOL}, without quotes and escapes for the others
 * @param position of its first character, from 0
 */
record Token(Kind kind, String text, int position) {
    enum Kind {
        /** A name or keyword without quotes. */
        WORD,
        /** A name in backticks or double quotes. */
        QUOTED_NAME,
        /** Digits, with sign, point and exponent where there are some. */
        NUMBER,
        /** Text in single quotes. */
        TEXT,
        /** Bytes, {@code X'…'}: the digits. */
        HEX,
        SYMBOL,
        END
    }

    Token {
        requireNonNull(kind, "kind is null");
        requireNonNull(text, "text is null");
    }

    boolean isWord(String word) {
        return kind == Kind.WORD && text.equalsIgnoreCase(word);
    }

    boolean isSymbol(String symbol) {
        return kind == Kind.SYMBOL && text.equals(symbol);
    }

    /** For errors. */
    String describe() {
        return switch (kind) {
            case WORD, NUMBER, SYMBOL -> "'" + text + "'";
            case QUOTED_NAME -> "column `" + text + "`";
            case TEXT -> "a text";
            case HEX -> "bytes";
            case END -> "the end";
        };
    }
}
