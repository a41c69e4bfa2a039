package dev.varve.connect.convert;

import dev.varve.connect.event.RecordKey;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DataTypes;
import dev.varve.table.type.PrecisionType;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.connect.data.Schema;

/**
 * One field that a computed column reads: from the row, or from the record's key where the row lacks it. Confined to the task thread.
 *
 * <p>Its type is what its schema says; without a schema, that of the column that the field becomes, or the one that settings give it; else
 * what each value is.
 */
final class Leaf {
    private final String field;
    private final int place;
    private final Schema schema;
    private final ValueConverters converters;
    private final KeyColumns keyColumns;
    /** Whether the type is the same for all values. */
    private final boolean fixed;

    /** Null until a value tells it. */
    private DataType type;

    private ValueConverter ofRow;
    private ValueConverter ofKey;
    private Schema keySchema;

    /**
     * @param place of the field's value among those of a row
     * @param schema of the field; null without schemas, or if the row lacks it
     * @param known the type of the column that the field becomes, or that settings give; null if there is none
     */
    Leaf(String field, int place, Schema schema, DataType known, ValueConverters converters, KeyColumns keyColumns) {
        this.field = field;
        this.place = place;
        this.schema = schema;
        this.converters = converters;
        this.keyColumns = keyColumns;
        DataType told = ofSchema(schema, known);
        this.fixed = told != null;
        if (fixed) {
            become(told);
        }
    }

    /** The type that a schema tells, or that is known; null if only values tell it. */
    static DataType ofSchema(Schema schema, DataType known) {
        Meaning meaning = Meaning.of(schema);
        if (meaning == Meaning.UNTYPED || meaning == Meaning.VARIABLE_SCALE_DECIMAL) {
            return known;
        }
        DataType type = ConnectTypes.of(schema, null).orElse(known);
        // The digits of a text are not known before it comes.
        return type != null && meaning.isWrittenTime() && type.root().isTimestamp()
                ? new PrecisionType(type.root(), 9, true)
                : type;
    }

    private void become(DataType newType) {
        type = newType.asNullable();
        ofRow = converters.create(schema, site());
        ofKey = null;
    }

    private Site site() {
        return new Site(List.of(field), type, false);
    }

    int place() {
        return place;
    }

    /** Null if no value has told it yet. */
    DataType type() {
        return type;
    }

    /** Whether the row's value may be a placeholder. */
    boolean mayBeUnavailable() {
        return RowPlans.mayBeUnavailable(schema);
    }

    /** The value in internal form; null if neither row nor key has one. */
    Object read(Object[] raw, RecordKey key, Attempt attempt) {
        Object value = raw[place];
        if (value != null) {
            if (!fixed) {
                learn(schema, value);
            }
            return ofRow == null ? attempt.wrongType(textSite(), value, "a scalar") : ofRow.convert(value, attempt);
        }
        value = key.isPresent() ? keyColumns.valueOf(key, field) : null;
        return value == null ? null : ofKey(value, key, attempt);
    }

    @SuppressWarnings("ReferenceEquality")
    private Object ofKey(Object value, RecordKey key, Attempt attempt) {
        Schema found = KeyColumns.schemaOf(key, field);
        if (!fixed) {
            learn(found, value);
        }
        if (type == null) {
            return attempt.wrongType(textSite(), value, "a scalar");
        }
        if (ofKey == null || keySchema != found) {
            keySchema = found;
            ofKey = converters.create(found, site());
        }
        return ofKey.convert(value, attempt);
    }

    private void learn(Schema ofValue, Object value) {
        DataType told = ofSchema(ofValue, null);
        if (told == null) {
            told = ConnectTypes.of(ofValue, value).orElse(null);
        }
        if (told != null && (type == null || !type.sameIgnoringNullability(told))) {
            become(told);
        }
    }

    private Site textSite() {
        return new Site(List.of(field), DataTypes.STRING, false);
    }

    /** The type of a field's value, when a table is made; empty if it does not tell. */
    static Optional<DataType> typeOf(Schema schema, Object value, DataType known) {
        DataType told = ofSchema(schema, known);
        return told == null ? ConnectTypes.of(schema, value) : Optional.of(told);
    }
}
