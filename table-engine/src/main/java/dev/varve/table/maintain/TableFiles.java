package dev.varve.table.maintain;

import static java.util.Objects.requireNonNull;

import dev.varve.table.datafile.DataFilePaths;
import dev.varve.table.env.Env;
import dev.varve.table.fs.FileIO;
import dev.varve.table.layout.TableLayout;
import dev.varve.table.manifest.ManifestStore;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.snapshot.SnapshotStore;
import java.time.ZoneId;
import java.util.function.LongFunction;

/**
 * A table for maintenance that looks into data files. Immutable.
 *
 * @param schema the newest schema
 * @param schemas loads the schema with an id
 */
public record TableFiles(MaintenanceServices services, TableSchema schema, LongFunction<TableSchema> schemas) {
    public TableFiles {
        requireNonNull(services, "services is null");
        requireNonNull(schema, "schema is null");
        requireNonNull(schemas, "schemas is null");
    }

    FileIO io() {
        return services.io();
    }

    TableLayout layout() {
        return services.layout();
    }

    DataFilePaths paths() {
        return services.dataFiles();
    }

    SnapshotStore snapshots() {
        return services.snapshots();
    }

    ManifestStore manifests() {
        return services.manifests();
    }

    Env env() {
        return services.env();
    }

    /** The zone of local times. */
    public ZoneId zone() {
        return services.env().zone();
    }
}
