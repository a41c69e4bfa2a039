package dev.varve.connect.convert;

import dev.varve.connect.event.BadRecordException.Reason;
import dev.varve.connect.event.RecordKey;
import dev.varve.connect.event.UnavailableValue;
import dev.varve.connect.expression.Computation;
import dev.varve.connect.expression.Expression;
import dev.varve.table.error.TableException;
import dev.varve.table.type.DataType;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One computed column of a table, for rows of one schema. Allocates the result only. Confined to the task thread. */
final class ComputedColumn {
    private final Site site;
    private final String setting;
    private final Expression expression;
    private final List<String> fields;
    private final Leaf[] leaves;
    private final ZoneId zone;
    private final Object[] values;
    /** The leaves' types that {@link #computation} is for. */
    private final DataType[] types;

    private Computation computation;

    /**
     * @param site of the column
     * @param setting that computes it, for errors
     * @param leaves one for each column of the expression, in its order
     */
    ComputedColumn(Site site, String setting, Expression expression, List<Leaf> leaves, ZoneId zone) {
        this.site = site;
        this.setting = setting;
        this.expression = expression;
        this.fields = List.copyOf(expression.columns());
        this.leaves = leaves.toArray(new Leaf[0]);
        this.zone = zone;
        this.values = new Object[this.leaves.length];
        this.types = new DataType[this.leaves.length];
    }

    Site site() {
        return site;
    }

    /** Type of the result by itself, if all types are known. */
    Optional<DataType> naturalType() {
        Map<String, DataType> known = new LinkedHashMap<>();
        for (int i = 0; i < leaves.length; i++) {
            if (leaves[i].type() == null) {
                return expression.type(Map.of());
            }
            known.put(fields.get(i), leaves[i].type());
        }
        return expression.type(known);
    }

    /** Whether the source did not send a value that the column is computed from. */
    boolean isUnavailable(Object[] raw, UnavailableValue unavailable) {
        for (Leaf leaf : leaves) {
            Object value = raw[leaf.place()];
            if (value != null && leaf.mayBeUnavailable() && unavailable.matches(value)) {
                return true;
            }
        }
        return false;
    }

    /** Puts values of another row in the place of those that were not sent. */
    void complete(Object[] raw, Object[] other, UnavailableValue unavailable) {
        for (Leaf leaf : leaves) {
            Object value = raw[leaf.place()];
            if (value != null && leaf.mayBeUnavailable() && unavailable.matches(value)) {
                raw[leaf.place()] = other[leaf.place()];
            }
        }
    }

    /**
     * The column's value in internal form; null if a value that it needs is null, or does not matter.
     *
     * @throws dev.varve.connect.event.BadRecordException if it cannot be computed
     */
    Object compute(Object[] raw, RecordKey key, Attempt attempt) {
        boolean same = computation != null;
        for (int i = 0; i < leaves.length; i++) {
            values[i] = leaves[i].read(raw, key, attempt);
            if (values[i] == null) {
                return null;
            }
            DataType type = leaves[i].type();
            if (!type.equals(types[i])) {
                types[i] = type;
                same = false;
            }
        }
        try {
            if (!same) {
                computation = bind();
            }
            return computation.evaluate(values);
        } catch (TableException e) {
            if (attempt.isLenient()) {
                return null;
            }
            throw attempt.bad(Reason.DOES_NOT_FIT, site, setting + "=" + expression + ": " + e.getMessage());
        }
    }

    private Computation bind() {
        Map<String, DataType> known = new LinkedHashMap<>();
        for (int i = 0; i < types.length; i++) {
            known.put(fields.get(i), types[i]);
        }
        return expression.bind(known, zone).as(site.type(), zone);
    }

    /** The value of a key is not there. */
    RuntimeException missingKey(Attempt attempt) {
        return attempt.bad(
                Reason.MISSING_KEY,
                site,
                "the column is part of the primary key and computed by " + setting + "=" + expression
                        + ", but neither the row nor the record key has a value for all of " + fields
                        + ". Let the source send whole rows, also before changes (Debezium envelopes; PostgreSQL: ALTER TABLE …"
                        + " REPLICA IDENTITY FULL), or compute the column from fields of the record key");
    }
}
