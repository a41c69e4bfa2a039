package dev.varve.table.commit;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.CorruptTableException;
import dev.varve.table.fs.FileEntry;
import dev.varve.table.schema.SchemaStore;
import dev.varve.table.schema.TableSchema;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;

/**
 * The newest schema of the table that a writer has opened. Files are read again only where the store shows others. Guarded by
 * {@code this}.
 */
final class LatestSchema {
    private final SchemaStore schemas;
    private final TableSchema written;
    private final String table;
    private final Map<Long, FileEntry> seen = new HashMap<>();
    private TableSchema latest;

    /** @param written the schema with which the changes are written */
    LatestSchema(SchemaStore schemas, TableSchema written, String table) {
        this.schemas = requireNonNull(schemas, "schemas is null");
        this.written = requireNonNull(written, "written is null");
        this.table = requireNonNull(table, "table is null");
    }

    /**
     * The newest schema.
     *
     * @throws CorruptTableException if it is not the table that was opened, but was dropped, and perhaps created anew: readers would
     *     take the changes for something else
     */
    synchronized TableSchema read() {
        SortedMap<Long, FileEntry> files = schemas.files();
        if (files.isEmpty()) {
            throw new CorruptTableException(
                    "table " + table + " has no schema; was it dropped under a running writer?");
        }
        if (isNew(files, files.lastKey())) {
            latest = load(files, files.lastKey());
        }
        if (isNew(files, written.id())) {
            requireSame(files.containsKey(written.id()) ? load(files, written.id()) : null);
        }
        return latest;
    }

    private boolean isNew(SortedMap<Long, FileEntry> files, long id) {
        FileEntry file = files.get(id);
        return file == null || !file.equals(seen.get(id));
    }

    private TableSchema load(SortedMap<Long, FileEntry> files, long id) {
        TableSchema schema = schemas.load(id);
        if (id == written.id()) {
            requireSame(schema);
        }
        seen.put(id, files.get(id));
        return schema;
    }

    private void requireSame(TableSchema found) {
        if (found == null
                || !found.fields().equals(written.fields())
                || !found.primaryKeys().equals(written.primaryKeys())
                || !found.partitionKeys().equals(written.partitionKeys())) {
            throw new CorruptTableException(
                    "schema " + written.id() + " of table " + table + ", with which changes were written, is "
                            + (found == null ? "not there any more" : "another one now")
                            + ": the table was dropped and created anew under a running writer. Open it again");
        }
    }
}
