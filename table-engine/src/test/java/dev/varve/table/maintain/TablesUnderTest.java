package dev.varve.table.maintain;

import dev.varve.table.datafile.DataFilePaths;
import dev.varve.table.env.Env;
import dev.varve.table.fs.FileIO;
import dev.varve.table.fs.Location;
import dev.varve.table.layout.PartitionPath;
import dev.varve.table.layout.TableLayout;
import dev.varve.table.manifest.ManifestStore;
import dev.varve.table.option.TableOptions;
import dev.varve.table.schema.SchemaStore;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.snapshot.ConsumerStore;
import dev.varve.table.snapshot.SnapshotStore;
import dev.varve.table.snapshot.TagStore;

/** Tables in the hands of maintenance, without the root that puts them together. */
public final class TablesUnderTest {
    private TablesUnderTest() {}

    /** The table at this place with its newest schema. */
    public static TableFiles open(FileIO io, Location root, Env env) {
        var layout = new TableLayout(root);
        var schemas = new SchemaStore(io, layout, env);
        TableSchema schema = schemas.latest().orElseThrow();
        TableOptions options = schema.tableOptions();
        var partitions = new PartitionPath(
                schema.partitionType(), options.legacyPartitionNames(), options.defaultPartitionName(), env.zone());
        var services = new MaintenanceServices(
                env,
                io,
                layout,
                new SnapshotStore(io, layout),
                new TagStore(io, layout),
                new ConsumerStore(io, layout),
                new ManifestStore(io, layout, env, schema, options.manifestTargetBytes()),
                new DataFilePaths(layout, partitions),
                Runnable::run,
                1);
        return new TableFiles(services, schema, schemas::load);
    }
}
