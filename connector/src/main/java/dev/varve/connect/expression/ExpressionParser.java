package dev.varve.connect.expression;

import dev.varve.table.error.InvalidInputException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Reads expressions.
 *
 * <pre>
 * value    = name "(" argument { "," argument } ")"
 *          | "'" text, a quote doubled "'"  |  number          they stand for themselves
 *          | column  |  "`" column, a backtick doubled "`"
 * argument = value, or what else the function is told: a number, a pattern, a type; in quotes or as it is
 * </pre>
 *
 * Commas within quotes, backticks and inner parentheses do not end an argument. Blanks around arguments do not count.
 */
final class ExpressionParser {
    private static final Pattern NUMBER = Pattern.compile("[+-]?[0-9]+(\\.[0-9]+)?");
    private static final Pattern QUOTED = Pattern.compile("'(?:[^']|'')*'");
    private static final Pattern BACKTICKED = Pattern.compile("`(?:[^`]|``)+`");
    private static final Pattern PLAIN_NAME = Pattern.compile("[^\\s'`(),][^'`(),]*");
    private static final int MAX_LENGTH = 10_000;

    private ExpressionParser() {}

    static Expression parse(String text) {
        if (text.length() > MAX_LENGTH) {
            throw new InvalidInputException("the expression has more than " + MAX_LENGTH + " characters");
        }
        return value(text.strip());
    }

    private static Expression value(String text) {
        if (QUOTED.matcher(text).matches()) {
            return new Expression.Literal(unquoted(text));
        }
        if (NUMBER.matcher(text).matches()) {
            return new Expression.Literal(text);
        }
        if (BACKTICKED.matcher(text).matches()) {
            return new Expression.Column(text.substring(1, text.length() - 1).replace("``", "`"));
        }
        int open = text.indexOf('(');
        if (open > 0 && text.endsWith(")")) {
            return call(text.substring(0, open).strip(), text.substring(open + 1, text.length() - 1));
        }
        if (PLAIN_NAME.matcher(text).matches()) {
            return new Expression.Column(text);
        }
        throw new InvalidInputException((text.isEmpty() ? "found nothing" : "found '" + text + "'")
                + ", expected a column, a text in quotes, a number, or one of " + Function.usages());
    }

    private static Expression call(String name, String arguments) {
        Function function = Function.find(name);
        List<Expression> values = new ArrayList<>();
        List<String> options = new ArrayList<>();
        for (String argument : split(arguments)) {
            if (values.size() < function.valueCount()) {
                values.add(value(argument));
            } else {
                options.add(QUOTED.matcher(argument).matches() ? unquoted(argument) : argument);
            }
        }
        function.requireArguments(values.size(), options);
        return new Expression.Call(function, values, options);
    }

    /** The arguments, without blanks around them; none for a blank text. */
    private static List<String> split(String text) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        char quote = 0;
        int start = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quote != 0) {
                quote = c == quote ? 0 : quote;
            } else if (c == '\'' || c == '`') {
                quote = c;
            } else if (c == '(' || c == ')') {
                depth += c == '(' ? 1 : -1;
                if (depth < 0) {
                    throw new InvalidInputException("there is a ')' too many");
                }
            } else if (c == ',' && depth == 0) {
                parts.add(text.substring(start, i).strip());
                start = i + 1;
            }
        }
        if (depth > 0 || quote != 0) {
            throw new InvalidInputException(quote == 0 ? "a ')' is missing" : "a " + quote + " is missing at the end");
        }
        parts.add(text.substring(start).strip());
        return parts.equals(List.of("")) ? List.of() : parts;
    }

    private static String unquoted(String text) {
        return text.substring(1, text.length() - 1).replace("''", "'");
    }

    /** The name as {@link #parse} reads it back. */
    static String quotedName(String name) {
        boolean plain = PLAIN_NAME.matcher(name).matches()
                && name.equals(name.strip())
                && !NUMBER.matcher(name).matches();
        return plain ? name : "`" + name.replace("`", "``") + "`";
    }
}
