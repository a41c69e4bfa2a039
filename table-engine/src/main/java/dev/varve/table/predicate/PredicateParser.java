package dev.varve.table.predicate;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.option.NearestName;
import dev.varve.table.predicate.Comparison.Operator;
import dev.varve.table.predicate.LiteralConversion.Converted;
import dev.varve.table.row.TemporalParser;
import dev.varve.table.type.DataType;
import dev.varve.table.type.RowType;
import dev.varve.table.type.TypeRoot;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * Reads conditions in a part of SQL's grammar. Immutable, safe for use by several threads.
 *
 * <pre>
 * condition   = conjunction { OR conjunction }
 * conjunction = factor { AND factor }
 * factor      = NOT factor | "(" condition ")" | TRUE | FALSE | test
 * test        = column operator value | value operator column
 *             | column [NOT] IN "(" value { "," value } ")"
 *             | column [NOT] BETWEEN value AND value
 *             | column [NOT] LIKE text
 *             | column IS [NOT] NULL
 *             | column                                            of type BOOLEAN
 * operator    = "=" | "<>" | "!=" | "<" | "<=" | ">" | ">="
 * value       = number | text | TRUE | FALSE | NULL | X 'hex' | DATE text | TIME text | TIMESTAMP text
 * text        = "'" { character | "''" } "'"
 * column      = name | "`" name "`" | '"' name '"'
 * </pre>
 *
 * Keywords are read in any case, names exactly; a name that is a keyword or has other characters than letters, digits, {@code _}
 * and {@code $} stands in backticks or double quotes, in which two stand for one. LIKE takes patterns without wildcard, and those
 * whose only wildcard is a {@code %} at the end; a backslash takes away the meaning of the character after it.
 *
 * <p>Values are converted to the column's type, texts for columns of any type but bytes. Nothing is rounded: a value that the type
 * does not have lies between two that it has, or beyond all of them, and comparisons answer accordingly ({@code i = 1.5} is never
 * true, {@code i < 1e100} is true of all but null). FLOAT and DOUBLE take the nearest value. A comparison with NULL is never true,
 * nor is its negation.
 */
public final class PredicateParser {
    /** More would need a deep stack, and nobody writes it. */
    private static final int MAX_DEPTH = 200;

    private static final List<String> KEYWORDS =
            List.of("AND", "OR", "NOT", "IN", "BETWEEN", "LIKE", "IS", "NULL", "TRUE", "FALSE");

    private final RowType type;
    private final LiteralConversion conversion;

    /**
     * @param type columns of the rows
     * @param zone of local times that are compared with instants
     */
    public PredicateParser(RowType type, ZoneId zone) {
        this.type = requireNonNull(type, "type is null");
        this.conversion = new LiteralConversion(requireNonNull(zone, "zone is null"));
    }

    /**
     * Reads a condition.
     *
     * @throws InvalidInputException if it is wrong; says what and where
     */
    public Predicate parse(String condition) {
        return new Reading(new ConditionText(condition)).all();
    }

    static boolean isKeyword(String name) {
        return KEYWORDS.stream().anyMatch(name::equalsIgnoreCase);
    }

    /** A value as it is written; NULL has none. */
    private record Value(Token token, Optional<Object> written) {}

    /** One condition, being read. {@code negated} asks for the rows of which the part is false, which is not all others. */
    private final class Reading {
        private final ConditionText text;
        private final List<Token> tokens;
        private int next;
        private int depth;

        Reading(ConditionText text) {
            this.text = text;
            this.tokens = new Tokenizer(text).tokens();
        }

        Predicate all() {
            Predicate predicate = condition(false);
            if (peek().kind() != Token.Kind.END) {
                throw unexpected("AND, OR or the end");
            }
            return predicate;
        }

        private Predicate condition(boolean negated) {
            var parts = new ArrayList<Predicate>();
            do {
                parts.add(conjunction(negated));
            } while (takeWord("OR"));
            return negated ? Predicate.and(parts) : Predicate.or(parts);
        }

        private Predicate conjunction(boolean negated) {
            var parts = new ArrayList<Predicate>();
            do {
                parts.add(factor(negated));
            } while (takeWord("AND"));
            return negated ? Predicate.or(parts) : Predicate.and(parts);
        }

        private Predicate factor(boolean negated) {
            boolean not = negated;
            while (takeWord("NOT")) {
                not = !not;
            }
            if (!peek().isSymbol("(")) {
                return test(not);
            }
            if (++depth > MAX_DEPTH) {
                throw text.error(peek().position(), "parentheses are nested more than " + MAX_DEPTH + " deep");
            }
            take();
            Predicate inner = condition(not);
            takeSymbol(")");
            depth--;
            return inner;
        }

        private Predicate test(boolean negated) {
            if (startsValue()) {
                return fromValue(negated);
            }
            Token name = take();
            int column = column(name);
            boolean not = takeWord("NOT") != negated;
            boolean written = tokens.get(next - 1).isWord("NOT");
            if (takeWord("IN")) {
                return in(name, column, not);
            } else if (takeWord("BETWEEN")) {
                return between(name, column, not);
            } else if (takeWord("LIKE")) {
                return like(name, column, not);
            } else if (written) {
                throw unexpected("IN, BETWEEN or LIKE");
            } else if (takeWord("IS")) {
                return isNull(column, negated);
            }
            Optional<Operator> operator = takeOperator();
            if (operator.isPresent()) {
                return compare(name, column, negated(operator.get(), negated), value());
            }
            return alone(name, column, negated);
        }

        /** A condition that begins with a value: one that is a condition already, or a comparison the other way round. */
        private Predicate fromValue(boolean negated) {
            Value value = value();
            Optional<Operator> operator = takeOperator();
            if (operator.isEmpty()) {
                if (value.written().orElse(null) instanceof Boolean decided
                        && value.token().kind() == Token.Kind.WORD) {
                    return Constant.of(decided != negated);
                }
                throw unexpected("a comparison with a column");
            }
            Token name = take();
            return compare(name, column(name), negated(mirrored(operator.get()), negated), value);
        }

        private Operator negated(Operator operator, boolean negated) {
            return negated ? operator.negated() : operator;
        }

        private Operator mirrored(Operator operator) {
            return switch (operator) {
                case EQ, NE -> operator;
                case LT -> Operator.GT;
                case LE -> Operator.GE;
                case GT -> Operator.LT;
                case GE -> Operator.LE;
            };
        }

        private Predicate alone(Token name, int column, boolean negated) {
            DataType columnType = type.type(column);
            if (columnType.root() != TypeRoot.BOOLEAN) {
                throw unexpected("a comparison of column '" + name.text() + "'");
            }
            return new Comparison(column, Operator.EQ, Literal.of(columnType, !negated));
        }

        private Predicate isNull(int column, boolean negated) {
            boolean not = takeWord("NOT") != negated;
            if (!takeWord("NULL")) {
                throw unexpected("NULL");
            }
            return not ? new IsNotNull(column) : new IsNull(column);
        }

        private Predicate compare(Token name, int column, Operator operator, Value value) {
            Optional<Converted> converted = convert(name, column, value);
            if (converted.isEmpty()) {
                return Constant.FALSE;
            }
            Optional<Literal> literal = converted.get().value();
            if (converted.get().exact()) {
                return new Comparison(column, operator, literal.orElseThrow());
            }
            // The value lies just above the literal, or below all.
            return switch (operator) {
                case EQ -> Constant.FALSE;
                case NE -> new IsNotNull(column);
                case LT, LE ->
                    literal.<Predicate>map(below -> new Comparison(column, Operator.LE, below))
                            .orElse(Constant.FALSE);
                case GT, GE ->
                    literal.<Predicate>map(below -> new Comparison(column, Operator.GT, below))
                            .orElseGet(() -> new IsNotNull(column));
            };
        }

        private Predicate in(Token name, int column, boolean negated) {
            takeSymbol("(");
            var literals = new ArrayList<Literal>();
            boolean holdsNull = false;
            do {
                Optional<Converted> converted = convert(name, column, value());
                holdsNull |= converted.isEmpty();
                converted.filter(Converted::exact).flatMap(Converted::value).ifPresent(literals::add);
            } while (takeIf(","));
            takeSymbol(")");
            // What is not among known values may still be the unknown one.
            return negated && holdsNull ? Constant.FALSE : In.of(column, literals, negated);
        }

        private Predicate between(Token name, int column, boolean negated) {
            Value from = value();
            if (!takeWord("AND")) {
                throw unexpected("AND");
            }
            Value to = value();
            return negated
                    ? Predicate.or(compare(name, column, Operator.LT, from), compare(name, column, Operator.GT, to))
                    : Predicate.and(compare(name, column, Operator.GE, from), compare(name, column, Operator.LE, to));
        }

        private Predicate like(Token name, int column, boolean negated) {
            DataType columnType = type.type(column);
            if (!columnType.root().isCharacter()) {
                throw text.error(
                        name.position(), "column '" + name.text() + "' is " + columnType + "; LIKE is for text");
            }
            Token pattern = take();
            if (pattern.isWord("NULL")) {
                return Constant.FALSE;
            }
            if (pattern.kind() != Token.Kind.TEXT) {
                throw text.error(
                        pattern.position(), "expected a pattern in single quotes, found " + pattern.describe());
            }
            return LikePattern.parse(pattern.text())
                    .map(parsed -> parsed.on(column, columnType, negated))
                    .orElseThrow(() -> text.error(
                            pattern.position(),
                            "only patterns of the form 'prefix%', or without wildcard, are possible; a backslash takes away"
                                    + " the meaning of %, _ and \\"));
        }

        private Optional<Converted> convert(Token name, int column, Value value) {
            DataType columnType = type.type(column);
            if (columnType.root().isNested()) {
                throw text.error(
                        name.position(),
                        "column '" + name.text() + "' is " + columnType
                                + "; nested values can only be tested with IS [NOT] NULL");
            }
            try {
                return value.written().map(written -> conversion.convert(written, columnType));
            } catch (InvalidInputException e) {
                throw text.error(
                        value.token().position(),
                        "a value for column '" + name.text() + "' of type " + columnType + ": " + e.getMessage(),
                        e);
            }
        }

        private boolean startsValue() {
            Token token = peek();
            return switch (token.kind()) {
                case NUMBER, TEXT, HEX -> true;
                case WORD -> token.isWord("TRUE") || token.isWord("FALSE") || token.isWord("NULL") || startsTimeValue();
                case QUOTED_NAME, SYMBOL, END -> false;
            };
        }

        private boolean startsTimeValue() {
            Token token = peek();
            return (token.isWord("DATE") || token.isWord("TIME") || token.isWord("TIMESTAMP"))
                    && tokens.get(next + 1).kind() == Token.Kind.TEXT;
        }

        private Value value() {
            if (!startsValue()) {
                throw unexpected("a value");
            }
            boolean time = startsTimeValue();
            Token token = take();
            try {
                return new Value(token, time ? Optional.of(timeValue(token, take().text())) : plainValue(token));
            } catch (InvalidInputException e) {
                throw text.error(token.position(), e.getMessage(), e);
            }
        }

        private Object timeValue(Token kind, String written) {
            if (kind.isWord("DATE")) {
                return TemporalParser.date(written);
            }
            return kind.isWord("TIME") ? TemporalParser.time(written) : TemporalParser.dateTime(written);
        }

        private Optional<Object> plainValue(Token token) {
            return switch (token.kind()) {
                case NUMBER -> Optional.of(LiteralConversion.Number.parse(token.text()));
                case TEXT -> Optional.of(token.text());
                case HEX -> Optional.of(bytes(token.text()));
                default -> token.isWord("NULL") ? Optional.empty() : Optional.of(token.isWord("TRUE"));
            };
        }

        private byte[] bytes(String hex) {
            try {
                return HexFormat.of().parseHex(hex);
            } catch (IllegalArgumentException e) {
                throw new InvalidInputException("bytes are an even number of hexadecimal digits: X'0aff'", e);
            }
        }

        private int column(Token token) {
            boolean named = token.kind() == Token.Kind.QUOTED_NAME
                    || (token.kind() == Token.Kind.WORD && !isKeyword(token.text()));
            if (!named) {
                throw text.error(
                        token.position(),
                        "expected a column, found " + token.describe()
                                + (token.kind() == Token.Kind.WORD
                                        ? "; a column of that name stands in backticks"
                                        : ""));
            }
            int column = type.indexOf(token.text());
            if (column < 0) {
                throw text.error(
                        token.position(),
                        "no column '" + token.text() + "'"
                                + NearestName.of(token.text(), type.names())
                                        .map(name -> "; did you mean '" + name + "'?")
                                        .orElse("; the columns are " + type.names()));
            }
            return column;
        }

        private Optional<Operator> takeOperator() {
            Token token = peek();
            if (token.kind() != Token.Kind.SYMBOL) {
                return Optional.empty();
            }
            Optional<Operator> operator = switch (token.text()) {
                case "=" -> Optional.of(Operator.EQ);
                case "<>", "!=" -> Optional.of(Operator.NE);
                case "<" -> Optional.of(Operator.LT);
                case "<=" -> Optional.of(Operator.LE);
                case ">" -> Optional.of(Operator.GT);
                case ">=" -> Optional.of(Operator.GE);
                default -> Optional.empty();
            };
            operator.ifPresent(unused -> take());
            return operator;
        }

        private Token peek() {
            return tokens.get(next);
        }

        /** The next word; the end stays the next one for ever. */
        private Token take() {
            Token token = peek();
            if (token.kind() != Token.Kind.END) {
                next++;
            }
            return token;
        }

        private boolean takeWord(String word) {
            boolean found = peek().isWord(word);
            if (found) {
                take();
            }
            return found;
        }

        private boolean takeIf(String symbol) {
            boolean found = peek().isSymbol(symbol);
            if (found) {
                take();
            }
            return found;
        }

        private void takeSymbol(String symbol) {
            if (!takeIf(symbol)) {
                throw unexpected("'" + symbol + "'");
            }
        }

        private InvalidInputException unexpected(String expected) {
            return text.error(peek().position(), "expected " + expected + ", found " + peek().describe());
        }
    }
}
