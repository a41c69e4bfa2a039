package dev.varve.table.commit;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.CorruptTableException;
import dev.varve.table.schema.SchemaStore;
import dev.varve.table.schema.TableSchema;
import java.util.List;

/** The newest schema; its file is read only when there is a newer one. Guarded by {@code this}. */
final class LatestSchema {
    private final SchemaStore schemas;
    private final String table;
    private TableSchema latest;

    LatestSchema(SchemaStore schemas, String table) {
        this.schemas = requireNonNull(schemas, "schemas is null");
        this.table = requireNonNull(table, "table is null");
    }

    synchronized TableSchema read() {
        List<Long> ids = schemas.ids();
        if (ids.isEmpty()) {
            throw new CorruptTableException(
                    "table " + table + " has no schema; was it dropped under a running writer?");
        }
        long newest = ids.get(ids.size() - 1);
        if (latest == null || latest.id() != newest) {
            latest = schemas.load(newest);
        }
        return latest;
    }
}
