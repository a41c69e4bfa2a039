package dev.varve.connect.expression;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.option.NearestName;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DataTypes;
import dev.varve.table.type.TypeParser;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * The functions. All of them are null where one of their values is. Those up to {@link #CAST} are Apache Paimon's, with its names,
 * arguments and types.
 */
public enum Function {
    YEAR("year(column[, digits])", 0, 1),
    MONTH("month(column[, digits])", 0, 1),
    DAY("day(column[, digits])", 0, 1),
    HOUR("hour(column[, digits])", 0, 1),
    MINUTE("minute(column[, digits])", 0, 1),
    SECOND("second(column[, digits])", 0, 1),
    DATE_FORMAT("date_format(column, pattern[, digits])", 1, 2),
    SUBSTRING("substring(column, begin[, end])", 1, 2),
    TRUNCATE("truncate(column, width)", 1, 1),
    CAST("cast(value[, type])", 0, 1),
    UPPER("upper(column)", 0, 0),
    LOWER("lower(column)", 0, 0),
    TRIM("trim(column)", 0, 0),
    CONCAT("concat(value, ...)", 0, 0);

    private final String usage;
    private final int leastOptions;
    private final int mostOptions;

    Function(String usage, int leastOptions, int mostOptions) {
        this.usage = usage;
        this.leastOptions = leastOptions;
        this.mostOptions = mostOptions;
    }

    /** As users write it. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** {@code substring(column, begin[, end])}. */
    public String usage() {
        return usage;
    }

    static String usages() {
        return Arrays.stream(values()).map(Function::usage).collect(Collectors.joining(", "));
    }

    /** How many of the first arguments are values. */
    int valueCount() {
        return this == CONCAT ? Integer.MAX_VALUE : 1;
    }

    /** @throws InvalidInputException if there is no such function */
    static Function find(String name) {
        String wanted = name.toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(function -> function.text().equals(wanted))
                .findFirst()
                .orElseThrow(() -> new InvalidInputException("there is no function '" + name + "'"
                        + NearestName.of(
                                        wanted,
                                        Arrays.stream(values())
                                                .map(Function::text)
                                                .toList())
                                .map(near -> "; did you mean " + find(near).usage + "?")
                                .orElse("; there are " + usages())));
    }

    /**
     * Checks what can be checked without types.
     *
     * @throws InvalidInputException if the function cannot be called so
     */
    void requireArguments(int values, List<String> options) {
        if (values == 0 || options.size() < leastOptions || options.size() > mostOptions) {
            int count = values + options.size();
            throw new InvalidInputException(
                    "found " + count + " argument" + (count == 1 ? "" : "s") + ", expected " + usage);
        }
        try {
            switch (this) {
                case YEAR, MONTH, DAY, HOUR, MINUTE, SECOND -> digits(options, 0);
                case DATE_FORMAT -> {
                    DateFormat.of(options.get(0));
                    digits(options, 1);
                }
                case SUBSTRING -> Substring.of(options);
                case TRUNCATE -> Truncation.width(options.get(0));
                case CAST -> castType(options);
                case UPPER, LOWER, TRIM, CONCAT -> {}
            }
        } catch (InvalidInputException e) {
            throw new InvalidInputException(e.getMessage() + ", in " + usage, e);
        }
    }

    /** The type of the result where it is the same for all columns. */
    Optional<DataType> fixedType(List<String> options) {
        return switch (this) {
            case YEAR, MONTH, DAY, HOUR, MINUTE, SECOND -> Optional.of(DataTypes.INT);
            case DATE_FORMAT, SUBSTRING, UPPER, LOWER, TRIM, CONCAT -> Optional.of(DataTypes.STRING);
            case CAST -> Optional.of(castType(options));
            case TRUNCATE -> Optional.empty();
        };
    }

    Computation bind(List<Computation> values, List<String> options, ZoneId zone) {
        Computation first = values.get(0);
        return switch (this) {
            case YEAR, MONTH, DAY -> {
                DateParts part = DateParts.valueOf(name());
                Moments moments = Moments.of(first.type(), digits(options, 0), zone, this);
                yield first.then(DataTypes.INT, value -> part.of(moments.epochSecond(value)));
            }
            case HOUR, MINUTE, SECOND -> {
                DateParts part = DateParts.valueOf(name());
                Moments moments = Moments.withTimesOfDay(first.type(), digits(options, 0), zone, this);
                yield first.then(DataTypes.INT, value -> part.of(moments.epochSecond(value)));
            }
            case DATE_FORMAT -> {
                Moments moments = Moments.of(first.type(), digits(options, 1), zone, this);
                DateFormat format = DateFormat.of(options.get(0));
                yield first.then(DataTypes.STRING, value -> format.format(moments, value));
            }
            case SUBSTRING -> texts(first, zone).then(DataTypes.STRING, Substring.of(options));
            case TRUNCATE ->
                first.then(
                        Truncation.type(first.type()), Truncation.of(first.type(), Truncation.width(options.get(0))));
            case CAST -> first.as(castType(options), zone);
            case UPPER -> texts(first, zone).then(DataTypes.STRING, Texts::upper);
            case LOWER -> texts(first, zone).then(DataTypes.STRING, Texts::lower);
            case TRIM -> texts(first, zone).then(DataTypes.STRING, Texts::trimmed);
            case CONCAT ->
                Texts.concatenation(
                        values.stream().map(value -> texts(value, zone)).toList());
        };
    }

    private static Computation texts(Computation value, ZoneId zone) {
        return value.as(DataTypes.STRING, zone);
    }

    private static DataType castType(List<String> options) {
        if (options.isEmpty()) {
            return DataTypes.STRING;
        }
        DataType type = TypeParser.parse(options.get(0)).asNullable();
        if (type.root().isNested() || type.root().isBinary()) {
            throw new InvalidInputException("a value cannot be cast to " + type);
        }
        return type;
    }

    /** Digits of a second that a number counts since the epoch. */
    private static OptionalInt digits(List<String> options, int position) {
        if (options.size() <= position) {
            return OptionalInt.empty();
        }
        return switch (options.get(position)) {
            case "0", "3", "6", "9" -> OptionalInt.of(Integer.parseInt(options.get(position)));
            default ->
                throw new InvalidInputException("found '" + options.get(position)
                        + "', expected the unit of numbers since the epoch: 0 (seconds),"
                        + " 3 (milliseconds), 6 (microseconds) or 9 (nanoseconds)");
        };
    }
}
