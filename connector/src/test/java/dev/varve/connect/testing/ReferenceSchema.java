package dev.varve.connect.testing;

import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;

/**
 * A schema that points to one which may still be under construction, and is equal to itself only: what Confluent's converters of
 * Protobuf and JSON Schema give to a field whose message or object has come before, be it beside the field or around it.
 */
public final class ReferenceSchema extends SchemaBuilder {
    private final SchemaBuilder target;

    public ReferenceSchema(SchemaBuilder target) {
        super(Type.STRUCT);
        this.target = target;
    }

    @Override
    public boolean isOptional() {
        return true;
    }

    @Override
    public String name() {
        return target.name();
    }

    @Override
    public Map<String, String> parameters() {
        return target.parameters();
    }

    @Override
    public List<Field> fields() {
        return target.fields();
    }

    @Override
    public Field field(String name) {
        return target.field(name);
    }

    @Override
    public Schema build() {
        return this;
    }

    @Override
    public Schema schema() {
        return this;
    }
}
