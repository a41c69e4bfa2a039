package dev.varve.table.maintain;

import static java.util.Objects.requireNonNull;

import dev.varve.table.datafile.DataFilePaths;
import dev.varve.table.env.Env;
import dev.varve.table.fs.FileIO;
import dev.varve.table.layout.TableLayout;
import dev.varve.table.manifest.ManifestStore;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.snapshot.SnapshotStore;
import java.util.function.LongFunction;

/**
 * A table as maintenance sees it. Immutable.
 *
 * @param schema the newest schema
 * @param schemas loads the schema with an id
 */
public record TableFiles(
        FileIO io,
        TableLayout layout,
        DataFilePaths paths,
        SnapshotStore snapshots,
        ManifestStore manifests,
        TableSchema schema,
        LongFunction<TableSchema> schemas,
        Env env) {
    public TableFiles {
        requireNonNull(io, "io is null");
        requireNonNull(layout, "layout is null");
        requireNonNull(paths, "paths is null");
        requireNonNull(snapshots, "snapshots is null");
        requireNonNull(manifests, "manifests is null");
        requireNonNull(schema, "schema is null");
        requireNonNull(schemas, "schemas is null");
        requireNonNull(env, "env is null");
    }
}
