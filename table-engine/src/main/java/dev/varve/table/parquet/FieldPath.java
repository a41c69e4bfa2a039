package dev.varve.table.parquet;

import java.util.Arrays;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.schema.MessageType;

/** Where a field stands in a file's schema while the tree of writers is built. Immutable. */
final class FieldPath {
    private final MessageType schema;
    private final String[] names;
    private final int repetition;
    private final int definition;

    private FieldPath(MessageType schema, String[] names, int repetition, int definition) {
        this.schema = schema;
        this.names = names;
        this.repetition = repetition;
        this.definition = definition;
    }

    static FieldPath column(MessageType schema, String name) {
        return new FieldPath(schema, new String[] {name}, 0, 0);
    }

    /** A field of the ROW at this path, whose presence has the given definition level. */
    FieldPath child(int presentDefinition, String name) {
        return new FieldPath(schema, plus(name), repetition, presentDefinition);
    }

    /** A field of the repeated group in the list or map at this path, whose presence has the given definition level. */
    FieldPath repeated(int presentDefinition, String group, String name) {
        return new FieldPath(schema, plus(group, name), repetition + 1, presentDefinition + 1);
    }

    private String[] plus(String... more) {
        String[] longer = Arrays.copyOf(names, names.length + more.length);
        System.arraycopy(more, 0, longer, names.length, more.length);
        return longer;
    }

    /** Lists and maps above the field. */
    int repetition() {
        return repetition;
    }

    /** Definition level of an entry in which all ancestors of the field are present and the field is not. */
    int definition() {
        return definition;
    }

    ColumnDescriptor column() {
        return schema.getColumnDescription(names);
    }

    @Override
    public String toString() {
        return String.join(".", names);
    }
}
