package dev.varve.table.schema;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.type.DataField;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Makes the first schema of a table from what the user asks for. */
final class SchemaCreation {
    private static final String PRIMARY_KEY = "primary-key";
    private static final String PARTITION = "partition";
    private static final String PATH = "path";

    private SchemaCreation() {}

    /**
     * The schema with id 0: field ids assigned, primary-key columns NOT NULL, keys given as options moved to where they belong.
     *
     * @throws InvalidInputException if the table is not possible
     * @throws dev.varve.table.error.UnsupportedFormatException if it is possible, but this engine could not write it
     */
    static TableSchema create(TableSpec spec, long timeMillis) {
        requireColumns(spec.fields());
        Map<String, String> options = new LinkedHashMap<>(spec.options());
        options.remove(PATH);
        List<String> primaryKeys = keys(spec.primaryKeys(), options.remove(PRIMARY_KEY), PRIMARY_KEY);
        List<String> partitionKeys = keys(spec.partitionKeys(), options.remove(PARTITION), PARTITION);

        FieldIds ids = new FieldIds(-1);
        List<DataField> fields = new ArrayList<>(spec.fields().size());
        for (DataField field : spec.fields()) {
            DataField column = primaryKeys.contains(field.name())
                    ? field.withType(field.type().notNull())
                    : field;
            fields.add(ids.assignAdded(column));
        }
        TableSchema schema = new TableSchema(
                TableSchema.CURRENT_VERSION,
                0,
                fields,
                ids.highest(),
                partitionKeys,
                primaryKeys,
                options,
                spec.comment(),
                timeMillis);
        schema.tableOptions().requireConsistent();
        SchemaRules.require(schema);
        schema.requireWritable();
        return schema;
    }

    private static void requireColumns(List<DataField> fields) {
        if (fields.isEmpty()) {
            throw new InvalidInputException("a table needs at least one column");
        }
        Set<String> names = new HashSet<>();
        for (DataField field : fields) {
            if (!names.add(field.name())) {
                throw new InvalidInputException("column '" + field.name() + "' is defined twice");
            }
        }
    }

    private static List<String> keys(List<String> declared, String option, String key) {
        if (option == null) {
            return declared;
        }
        List<String> named = Arrays.stream(option.split(","))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .toList();
        if (!declared.isEmpty() && !declared.equals(named)) {
            throw new InvalidInputException("the option '" + key + "' = '" + option + "' contradicts the declared keys "
                    + declared + "; give them in one place only");
        }
        return named;
    }
}
