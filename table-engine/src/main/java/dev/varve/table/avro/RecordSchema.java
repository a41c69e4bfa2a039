package dev.varve.table.avro;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.Check;
import dev.varve.table.error.CorruptTableException;
import dev.varve.table.error.UnsupportedFormatException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.avro.NameValidator;
import org.apache.avro.Schema;

/**
 * The record type that a room writes, and wants to see when it reads. Immutable, but for remembering how it matched the schemas of the
 * last files: nearly all files of a table have the same, and reading one of them means mostly parsing it. Safe for use by several
 * threads; the memory is guarded by itself.
 */
public final class RecordSchema {
    /** Writers of one table in use at a time: us, and a few versions of others. */
    private static final int REMEMBERED_PLANS = 8;

    private final Schema schema;
    private final String json;
    private final WireShape shape;
    private final Map<String, RecordPlan> plans = new LinkedHashMap<>(2 * REMEMBERED_PLANS, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, RecordPlan> eldest) {
            return size() > REMEMBERED_PLANS;
        }
    };

    private RecordSchema(Schema schema) {
        this.schema = requireNonNull(schema, "schema is null");
        json = schema.toString();
        shape = WireShape.of(schema);
    }

    /** Reads the JSON form of a record type of ours. */
    public static RecordSchema parse(String json) {
        Schema schema = new Schema.Parser().parse(json);
        Check.argument(schema.getType() == Schema.Type.RECORD, "not a record: %s", json);
        return new RecordSchema(schema);
    }

    /**
     * How the records of a file lie that has this schema.
     *
     * @throws CorruptTableException if the text is not a record schema, or lacks a field that must be there
     * @throws UnsupportedFormatException if a field has another type than it should
     */
    RecordPlan planFor(String json, String fileName) {
        synchronized (plans) {
            RecordPlan known = plans.get(json);
            if (known == null) {
                known = match(parseForeign(json, fileName), fileName);
                plans.put(json, known);
            }
            return known;
        }
    }

    private RecordPlan match(Schema found, String fileName) {
        try {
            return RecordPlan.match(schema, found, "");
        } catch (CorruptTableException e) {
            throw new CorruptTableException(fileName + ": " + e.getMessage(), e);
        } catch (UnsupportedFormatException e) {
            throw new UnsupportedFormatException(fileName + ": " + e.getMessage(), e);
        }
    }

    /** Reads the schema that stands in a file. Names are not judged: only fields are looked for. */
    private static Schema parseForeign(String json, String fileName) {
        Schema schema;
        try {
            schema = new Schema.Parser(NameValidator.NO_VALIDATION).parse(json);
        } catch (RuntimeException e) {
            // Besides its own exceptions the parser lets others escape when references in a damaged text lead nowhere.
            throw new CorruptTableException(fileName + " is damaged: its Avro schema cannot be read", e);
        }
        if (schema.getType() != Schema.Type.RECORD) {
            throw new CorruptTableException(fileName + " holds Avro values of type "
                    + schema.getType().getName() + " where records are expected");
        }
        return schema;
    }

    Schema schema() {
        return schema;
    }

    /** How a record of ours lies in bytes. */
    WireShape shape() {
        return shape;
    }

    /** The JSON text as it stands in files. */
    @Override
    public String toString() {
        return json;
    }
}
