package dev.varve.connect.event;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;

/**
 * The columns of a MySQL table, by the declarations that an event carries beside its rows. Immutable.
 *
 * @param schema of its rows: the columns of the primary key first, then the others in alphabetical order, since JSON objects have
 *     none; every column may be null
 */
record MysqlColumns(Schema schema, Map<String, MysqlType> types) {
    MysqlColumns {
        types = Map.copyOf(types);
    }

    /**
     * The columns.
     *
     * @param declarations a column's declaration by its name; what is no text is left out
     * @param first names of columns that come first, as far as they exist
     */
    static MysqlColumns of(Map<?, ?> declarations, List<String> first) {
        Map<String, MysqlType> types = new LinkedHashMap<>();
        first.forEach(name -> put(types, name, declarations.get(name)));
        var names = new TreeSet<String>();
        declarations.keySet().forEach(name -> {
            if (name instanceof String text) {
                names.add(text);
            }
        });
        names.forEach(name -> put(types, name, declarations.get(name)));
        SchemaBuilder schema = SchemaBuilder.struct();
        types.forEach((name, type) -> schema.field(name, type.schema()));
        return new MysqlColumns(schema.build(), types);
    }

    private static void put(Map<String, MysqlType> types, String name, Object declaration) {
        if (declaration instanceof String text) {
            types.putIfAbsent(name, MysqlType.parse(text));
        }
    }

    /**
     * The row with its values as the declarations say.
     *
     * @param at path of the row, for errors
     * @throws BadRecordException if a value is not of its column's type, or its column is not declared
     */
    Struct read(RecordParts record, String at, Map<?, ?> row) {
        row.forEach((name, value) -> {
            if (value != null && !(name instanceof String text && types.containsKey(text))) {
                throw record.bad(at + "." + name, "the column is not declared in mysqlType");
            }
        });
        Struct struct = new Struct(schema);
        types.forEach((name, type) -> {
            Object value = row.get(name);
            if (value != null) {
                struct.put(name, type.read(value, message -> record.bad(at + "." + name, message)));
            }
        });
        return struct;
    }
}
