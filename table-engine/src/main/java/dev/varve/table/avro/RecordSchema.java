package dev.varve.table.avro;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.Check;
import dev.varve.table.error.CorruptTableException;
import org.apache.avro.NameValidator;
import org.apache.avro.Schema;

/** The record type that a room writes, and wants to see when it reads. Immutable. */
public final class RecordSchema {
    private final Schema schema;

    private RecordSchema(Schema schema) {
        this.schema = requireNonNull(schema, "schema is null");
    }

    /** Reads the JSON form of a record type of ours. */
    public static RecordSchema parse(String json) {
        Schema schema = new Schema.Parser().parse(json);
        Check.argument(schema.getType() == Schema.Type.RECORD, "not a record: %s", json);
        return new RecordSchema(schema);
    }

    /** Reads the schema that stands in a file. Names are not judged: only fields are looked for. */
    static Schema parseForeign(String json, String fileName) {
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

    /** The JSON text as it stands in files. */
    @Override
    public String toString() {
        return schema.toString();
    }
}
