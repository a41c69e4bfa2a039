package dev.varve.table.schema;

import dev.varve.table.type.ArrayType;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataType;
import dev.varve.table.type.LengthType;
import dev.varve.table.type.MapType;
import dev.varve.table.type.MultisetType;
import dev.varve.table.type.RowType;
import dev.varve.table.type.TypeRoot;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * Which types a column may change to (format page: schema, allowed type changes). An implicit change is always possible; an
 * explicit one can lose values and may be switched off.
 */
final class TypeChanges {
    /** Answers of {@link #kind}. */
    enum Kind {
        /** The types differ in nullability at most. */
        NONE,
        IMPLICIT,
        EXPLICIT,
        REFUSED
    }

    private static final Set<TypeRoot> INTEGERS =
            EnumSet.of(TypeRoot.TINYINT, TypeRoot.SMALLINT, TypeRoot.INT, TypeRoot.BIGINT);
    private static final Set<TypeRoot> CHARACTERS = EnumSet.of(TypeRoot.CHAR, TypeRoot.VARCHAR);
    private static final Set<TypeRoot> TIMESTAMPS = EnumSet.of(TypeRoot.TIMESTAMP, TypeRoot.TIMESTAMP_LTZ);
    private static final Set<TypeRoot> FRACTIONS = EnumSet.of(TypeRoot.FLOAT, TypeRoot.DOUBLE, TypeRoot.DECIMAL);
    private static final Set<TypeRoot> NUMBERS = union(INTEGERS, FRACTIONS);
    private static final Set<TypeRoot> NOTHING = EnumSet.noneOf(TypeRoot.class);

    private static final Map<TypeRoot, Set<TypeRoot>> IMPLICIT = Map.ofEntries(
            Map.entry(TypeRoot.TINYINT, union(EnumSet.of(TypeRoot.SMALLINT, TypeRoot.INT, TypeRoot.BIGINT), FRACTIONS)),
            Map.entry(TypeRoot.SMALLINT, union(EnumSet.of(TypeRoot.INT, TypeRoot.BIGINT), FRACTIONS)),
            Map.entry(TypeRoot.INT, union(EnumSet.of(TypeRoot.BIGINT), FRACTIONS)),
            Map.entry(TypeRoot.BIGINT, FRACTIONS),
            Map.entry(TypeRoot.FLOAT, EnumSet.of(TypeRoot.DOUBLE, TypeRoot.DECIMAL)),
            Map.entry(TypeRoot.DOUBLE, EnumSet.of(TypeRoot.DECIMAL)),
            Map.entry(TypeRoot.DECIMAL, EnumSet.of(TypeRoot.FLOAT, TypeRoot.DOUBLE)),
            Map.entry(TypeRoot.CHAR, EnumSet.of(TypeRoot.VARCHAR)),
            Map.entry(TypeRoot.BINARY, EnumSet.of(TypeRoot.VARBINARY)),
            Map.entry(TypeRoot.TIMESTAMP, EnumSet.of(TypeRoot.DATE, TypeRoot.TIME, TypeRoot.TIMESTAMP_LTZ)),
            Map.entry(TypeRoot.TIMESTAMP_LTZ, EnumSet.of(TypeRoot.TIMESTAMP)));

    private static final Map<TypeRoot, Set<TypeRoot>> EXPLICIT = Map.ofEntries(
            Map.entry(TypeRoot.BOOLEAN, union(NUMBERS, CHARACTERS)),
            Map.entry(TypeRoot.TINYINT, union(EnumSet.of(TypeRoot.BOOLEAN), CHARACTERS)),
            Map.entry(TypeRoot.SMALLINT, union(EnumSet.of(TypeRoot.BOOLEAN, TypeRoot.TINYINT), CHARACTERS)),
            Map.entry(
                    TypeRoot.INT,
                    union(
                            EnumSet.of(TypeRoot.BOOLEAN, TypeRoot.TINYINT, TypeRoot.SMALLINT),
                            union(CHARACTERS, TIMESTAMPS))),
            Map.entry(
                    TypeRoot.BIGINT,
                    union(
                            EnumSet.of(TypeRoot.BOOLEAN, TypeRoot.TINYINT, TypeRoot.SMALLINT, TypeRoot.INT),
                            union(CHARACTERS, TIMESTAMPS))),
            Map.entry(TypeRoot.FLOAT, union(INTEGERS, CHARACTERS)),
            Map.entry(TypeRoot.DOUBLE, union(union(INTEGERS, CHARACTERS), EnumSet.of(TypeRoot.FLOAT))),
            Map.entry(TypeRoot.DECIMAL, union(INTEGERS, CHARACTERS)),
            Map.entry(TypeRoot.CHAR, fromText(NOTHING)),
            Map.entry(TypeRoot.VARCHAR, fromText(EnumSet.of(TypeRoot.CHAR))),
            Map.entry(TypeRoot.BINARY, CHARACTERS),
            Map.entry(TypeRoot.VARBINARY, union(CHARACTERS, EnumSet.of(TypeRoot.BINARY))),
            Map.entry(TypeRoot.DATE, TIMESTAMPS),
            Map.entry(TypeRoot.TIME, TIMESTAMPS),
            Map.entry(TypeRoot.TIMESTAMP, EnumSet.of(TypeRoot.INT, TypeRoot.BIGINT)),
            Map.entry(TypeRoot.TIMESTAMP_LTZ, EnumSet.of(TypeRoot.INT, TypeRoot.BIGINT, TypeRoot.DATE, TypeRoot.TIME)),
            Map.entry(TypeRoot.ARRAY, CHARACTERS),
            Map.entry(TypeRoot.MAP, CHARACTERS),
            Map.entry(TypeRoot.ROW, CHARACTERS));

    private TypeChanges() {}

    /**
     * What the change is. Fields of rows are matched by id; a field that only {@code to} has must be nullable, one that only
     * {@code from} has is dropped.
     */
    static Kind kind(DataType from, DataType to) {
        if (from.root() == to.root()) {
            return sameRoot(from, to);
        }
        if (IMPLICIT.getOrDefault(from.root(), NOTHING).contains(to.root())) {
            return Kind.IMPLICIT;
        }
        boolean explicit = EXPLICIT.getOrDefault(from.root(), NOTHING).contains(to.root()) || isTimeToString(from, to);
        return explicit ? Kind.EXPLICIT : Kind.REFUSED;
    }

    private static Kind sameRoot(DataType from, DataType to) {
        if (from instanceof ArrayType a && to instanceof ArrayType b) {
            return kind(a.element(), b.element());
        } else if (from instanceof MapType a && to instanceof MapType b) {
            return worse(kind(a.key(), b.key()), kind(a.value(), b.value()));
        } else if (from instanceof MultisetType a && to instanceof MultisetType b) {
            return kind(a.element(), b.element());
        } else if (from instanceof RowType a && to instanceof RowType b) {
            return rows(a, b);
        } else if (from.sameIgnoringNullability(to)) {
            return Kind.NONE;
        }
        // Text, bytes, decimals and timestamps of any length; times are kept as they are.
        return from.root() == TypeRoot.TIME ? Kind.REFUSED : Kind.IMPLICIT;
    }

    private static Kind rows(RowType from, RowType to) {
        Kind worst = from.arity() == to.arity() ? Kind.NONE : Kind.IMPLICIT;
        for (int i = 0; i < to.arity(); i++) {
            DataField field = to.field(i);
            int position = from.indexOfId(field.id());
            if (position < 0) {
                worst = worse(worst, field.type().nullable() ? Kind.IMPLICIT : Kind.REFUSED);
            } else {
                Kind moved = position == i && from.field(i).name().equals(field.name()) ? Kind.NONE : Kind.IMPLICIT;
                worst = worse(worst, worse(moved, kind(from.type(position), field.type())));
            }
        }
        return worst;
    }

    private static Kind worse(Kind a, Kind b) {
        return a.compareTo(b) >= 0 ? a : b;
    }

    /** Dates and times become text only if none of it can be cut off. */
    private static boolean isTimeToString(DataType from, DataType to) {
        boolean time = switch (from.root()) {
            case DATE, TIME, TIMESTAMP, TIMESTAMP_LTZ -> true;
            default -> false;
        };
        return time
                && to.root() == TypeRoot.VARCHAR
                && to instanceof LengthType length
                && length.length() == LengthType.MAX_LENGTH;
    }

    private static Set<TypeRoot> fromText(Set<TypeRoot> more) {
        Set<TypeRoot> others =
                EnumSet.of(TypeRoot.BOOLEAN, TypeRoot.BINARY, TypeRoot.VARBINARY, TypeRoot.DATE, TypeRoot.TIME);
        return union(union(NUMBERS, TIMESTAMPS), union(others, more));
    }

    private static Set<TypeRoot> union(Set<TypeRoot> a, Set<TypeRoot> b) {
        EnumSet<TypeRoot> union = EnumSet.copyOf(a);
        union.addAll(b);
        return union;
    }
}
