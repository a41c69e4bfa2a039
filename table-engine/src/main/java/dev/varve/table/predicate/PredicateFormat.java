package dev.varve.table.predicate;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.Check;
import dev.varve.table.row.Timestamp;
import dev.varve.table.type.RowType;
import dev.varve.table.type.TypeRoot;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.HexFormat;
import java.util.stream.Collectors;

/** Writes predicates in the grammar of {@link PredicateParser}, which reads the same predicate from it. Immutable. */
public final class PredicateFormat {
    private final RowType type;

    /** @param type columns of the rows */
    public PredicateFormat(RowType type) {
        this.type = requireNonNull(type, "type is null");
    }

    /** The predicate as text. */
    public String format(Predicate predicate) {
        if (predicate instanceof And and) {
            return and.parts().stream()
                    .map(part -> part instanceof Or ? "(" + format(part) + ")" : format(part))
                    .collect(Collectors.joining(" AND "));
        } else if (predicate instanceof Or or) {
            return or.parts().stream().map(this::format).collect(Collectors.joining(" OR "));
        } else if (predicate instanceof Leaf leaf) {
            return name(leaf.column()) + " " + format(leaf);
        } else if (predicate instanceof Constant constant) {
            return constant.name();
        }
        throw Check.unreachable(predicate);
    }

    private String name(int column) {
        String name = type.field(column).name();
        boolean plain = name.codePoints().allMatch(Tokenizer::isPartOfWord)
                && !name.isEmpty()
                && !Character.isDigit(name.codePointAt(0))
                && (Character.isUnicodeIdentifierStart(name.codePointAt(0)) || name.charAt(0) == '_')
                && !PredicateParser.isKeyword(name);
        return plain ? name : "`" + name.replace("`", "``") + "`";
    }

    private static String format(Leaf leaf) {
        if (leaf instanceof Comparison comparison) {
            return comparison.operator().symbol() + " " + format(comparison.literal());
        } else if (leaf instanceof In in) {
            return in.literals().stream()
                    .map(PredicateFormat::format)
                    .collect(Collectors.joining(", ", in.negated() ? "NOT IN (" : "IN (", ")"));
        } else if (leaf instanceof StartsWith startsWith) {
            return (startsWith.negated() ? "NOT LIKE " : "LIKE ")
                    + quoted(new LikePattern(startsWith.prefix().toString(), true).format());
        } else if (leaf instanceof IsNull) {
            return "IS NULL";
        } else if (leaf instanceof IsNotNull) {
            return "IS NOT NULL";
        }
        throw Check.unreachable(leaf);
    }

    private static String format(Literal literal) {
        Object value = literal.value();
        return switch (literal.type().root()) {
            case BOOLEAN -> value.equals(true) ? "TRUE" : "FALSE";
            case TINYINT, SMALLINT, INT, BIGINT, DECIMAL -> value.toString();
            case FLOAT, DOUBLE -> Double.isFinite(((Number) value).doubleValue()) ? value.toString() : quoted(value);
            case CHAR, VARCHAR -> quoted(value);
            case BINARY, VARBINARY -> "X'" + HexFormat.of().formatHex((byte[]) value) + "'";
            case DATE -> "DATE " + quoted(LocalDate.ofEpochDay((Integer) value));
            case TIME -> "TIME " + quoted(LocalTime.ofNanoOfDay((Integer) value * 1_000_000L));
            case TIMESTAMP, TIMESTAMP_LTZ ->
                "TIMESTAMP "
                        + quoted(((Timestamp) value).toLocalDateTime()
                                + (literal.type().root() == TypeRoot.TIMESTAMP_LTZ ? "Z" : ""));
            case ARRAY, MAP, MULTISET, ROW -> throw Check.unreachable(literal.type());
        };
    }

    private static String quoted(Object value) {
        return "'" + value.toString().replace("'", "''") + "'";
    }
}
