package dev.varve.table.predicate;

import static java.util.Objects.requireNonNull;

import dev.varve.table.predicate.Comparison.Operator;
import dev.varve.table.row.BinaryString;
import dev.varve.table.type.DataType;
import java.util.Optional;

/**
 * The patterns of LIKE that need no search: a text, or a beginning.
 *
 * @param text without escapes
 * @param prefix whether anything may follow
 */
record LikePattern(String text, boolean prefix) {
    private static final char ESCAPE = '\\';

    LikePattern {
        requireNonNull(text, "text is null");
    }

    /** Reads a pattern; empty if it is of another form. */
    static Optional<LikePattern> parse(String pattern) {
        var text = new StringBuilder();
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (c == ESCAPE) {
                if (++i == pattern.length()) {
                    return Optional.empty();
                }
                text.append(pattern.charAt(i));
            } else if (c == '%' && pattern.chars().skip(i).allMatch(rest -> rest == '%')) {
                return Optional.of(new LikePattern(text.toString(), true));
            } else if (c == '%' || c == '_') {
                return Optional.empty();
            } else {
                text.append(c);
            }
        }
        return Optional.of(new LikePattern(text.toString(), false));
    }

    /** The pattern of which this is the meaning. */
    String format() {
        return text.replaceAll("[\\\\%_]", "\\\\$0") + (prefix ? "%" : "");
    }

    Predicate on(int column, DataType type, boolean negated) {
        if (!prefix) {
            return new Comparison(column, negated ? Operator.NE : Operator.EQ, Literal.of(type, BinaryString.of(text)));
        }
        if (text.isEmpty()) {
            return negated ? Constant.FALSE : new IsNotNull(column);
        }
        return new StartsWith(column, BinaryString.of(text), negated);
    }
}
