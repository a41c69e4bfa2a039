package dev.varve.table.predicate;

import dev.varve.table.predicate.Token.Kind;
import java.util.ArrayList;
import java.util.List;

/** Cuts the text of a condition into words. Confined to one thread. */
final class Tokenizer {
    private static final List<String> SYMBOLS = List.of("<>", "!=", "<=", ">=", "=", "<", ">", "(", ")", ",");

    private final ConditionText condition;
    private final String text;
    private final List<Token> tokens = new ArrayList<>();
    private int position;

    Tokenizer(ConditionText condition) {
        this.condition = condition;
        this.text = condition.text();
    }

    /** All words, then the end. */
    List<Token> tokens() {
        while (position < text.length()) {
            char c = text.charAt(position);
            if (Character.isWhitespace(c)) {
                position++;
            } else {
                tokens.add(next(c));
            }
        }
        tokens.add(new Token(Kind.END, "", text.length()));
        return tokens;
    }

    private Token next(char c) {
        int start = position;
        if (c == '\'') {
            return new Token(Kind.TEXT, quoted(c), start);
        }
        if (c == '`' || c == '"') {
            return new Token(Kind.QUOTED_NAME, quoted(c), start);
        }
        if ((c == 'x' || c == 'X') && charAt(position + 1) == '\'') {
            position++;
            return new Token(Kind.HEX, quoted('\''), start);
        }
        if (startsNumber()) {
            return number(start);
        }
        if (Character.isUnicodeIdentifierStart(text.codePointAt(position)) || c == '_' || c == '$') {
            return new Token(Kind.WORD, word(), start);
        }
        for (String symbol : SYMBOLS) {
            if (text.startsWith(symbol, position)) {
                position += symbol.length();
                return new Token(Kind.SYMBOL, symbol, start);
            }
        }
        throw condition.error(
                start,
                "'" + Character.toString(text.codePointAt(start))
                        + "' has no meaning here; names of columns with such characters stand in backticks");
    }

    /** What stands between quotes, of which two stand for one. */
    private String quoted(char quote) {
        int start = position++;
        var content = new StringBuilder();
        while (position < text.length()) {
            char c = text.charAt(position++);
            if (c != quote) {
                content.append(c);
            } else if (charAt(position) == quote) {
                content.append(c);
                position++;
            } else {
                return content.toString();
            }
        }
        throw condition.error(start, "the closing " + quote + " is missing");
    }

    private boolean startsNumber() {
        int first = isSign(charAt(position)) ? position + 1 : position;
        return isDigit(charAt(first)) || (charAt(first) == '.' && isDigit(charAt(first + 1)));
    }

    private Token number(int start) {
        position++;
        while (isDigit(charAt(position)) || charAt(position) == '.') {
            position++;
        }
        boolean exponent = charAt(position) == 'e' || charAt(position) == 'E';
        if (exponent && isDigit(charAt(position + (isSign(charAt(position + 1)) ? 2 : 1)))) {
            position += 2;
            while (isDigit(charAt(position))) {
                position++;
            }
        }
        if (position < text.length() && isPartOfWord(text.codePointAt(position))) {
            throw condition.error(
                    start, "a number, or a name that begins with a digit; such a name stands in backticks");
        }
        return new Token(Kind.NUMBER, text.substring(start, position), start);
    }

    private String word() {
        int start = position;
        while (position < text.length() && isPartOfWord(text.codePointAt(position))) {
            position += Character.charCount(text.codePointAt(position));
        }
        return text.substring(start, position);
    }

    static boolean isPartOfWord(int codePoint) {
        return codePoint == '$'
                || (Character.isUnicodeIdentifierPart(codePoint) && !Character.isIdentifierIgnorable(codePoint));
    }

    /** NUL beyond the end. */
    private char charAt(int index) {
        return index < text.length() ? text.charAt(index) : '\0';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isSign(char c) {
        return c == '+' || c == '-';
    }
}
