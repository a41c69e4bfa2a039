package dev.varve.table.type;

import dev.varve.table.error.InvalidInputException;
import java.util.Optional;
import java.util.function.Supplier;

/** The text of a type, read from left to right. Confined to one parse. */
final class TypeTokens {
    private final String text;
    private int at;

    TypeTokens(String text) {
        this.text = text;
        skipBlanks();
    }

    String text() {
        return text;
    }

    /** Where the next token begins. */
    int position() {
        return at;
    }

    /** Takes the character if it is next. */
    boolean skip(char expected) {
        if (at >= text.length() || text.charAt(at) != expected) {
            return false;
        }
        at++;
        skipBlanks();
        return true;
    }

    void expect(char expected) {
        if (!skip(expected)) {
            throw unexpected(at, "'" + expected + "'", found());
        }
    }

    void expectEnd() {
        if (at < text.length()) {
            throw unexpected(at, "the end of the type or NOT NULL", found());
        }
    }

    /** Takes the word, in any case, if it is next. */
    boolean skipWord(String keyword) {
        int end = endOfWord();
        if (end - at != keyword.length() || !text.regionMatches(true, at, keyword, 0, keyword.length())) {
            return false;
        }
        at = end;
        skipBlanks();
        return true;
    }

    void expectWord(String keyword) {
        if (!skipWord(keyword)) {
            throw unexpected(at, keyword, found());
        }
    }

    /** Takes the next word. */
    String word(String what) {
        int end = endOfWord();
        if (end == at) {
            throw unexpected(at, what, found());
        }
        String word = text.substring(at, end);
        at = end;
        skipBlanks();
        return word;
    }

    /** Takes the next word or the next text in backticks. */
    String name(String what) {
        return at < text.length() && text.charAt(at) == '`' ? enclosed('`', what) : word(what);
    }

    /** Takes the next text in single quotes, if there is one. */
    Optional<String> quoted() {
        return at < text.length() && text.charAt(at) == '\'' ? Optional.of(enclosed('\'', "a text")) : Optional.empty();
    }

    /** Takes the next non-negative number. */
    int number(String what) {
        int start = at;
        String digits = word(what);
        try {
            if (digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
                return Integer.parseInt(digits);
            }
        } catch (NumberFormatException e) {
            throw unexpected(start, what + " of at most " + Integer.MAX_VALUE, "'" + digits + "'");
        }
        throw unexpected(start, what, "'" + digits + "'");
    }

    private String enclosed(char quote, String what) {
        int start = at;
        var name = new StringBuilder();
        for (at++; at < text.length(); at++) {
            if (text.charAt(at) == quote) {
                at++;
                if (at >= text.length() || text.charAt(at) != quote) {
                    skipBlanks();
                    return name.toString();
                }
            }
            name.append(text.charAt(at));
        }
        throw unexpected(start, what, "a " + quote + " without its partner");
    }

    private int endOfWord() {
        int end = at;
        while (end < text.length() && isWordPart(text.charAt(end))) {
            end++;
        }
        return end;
    }

    private static boolean isWordPart(char c) {
        return Character.isLetterOrDigit(c) || Character.isSurrogate(c) || c == '_' || c == '$';
    }

    private void skipBlanks() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    private String found() {
        return at >= text.length() ? "the end" : "'" + text.charAt(at) + "'";
    }

    /** Builds a type whose parameters were read from {@code position} on; if it refuses them, the error says where. */
    DataType build(int position, Supplier<DataType> type) {
        try {
            return type.get();
        } catch (InvalidInputException e) {
            throw failure(position, e.getMessage());
        }
    }

    InvalidInputException unexpected(int position, String expected, String found) {
        return failure(position, expected + " expected, found " + found);
    }

    private InvalidInputException failure(int position, String problem) {
        return new InvalidInputException(
                "cannot read the type '" + text + "': " + problem + " at position " + (position + 1));
    }
}
