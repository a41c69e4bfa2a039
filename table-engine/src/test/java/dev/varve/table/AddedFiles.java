package dev.varve.table;

import dev.varve.table.env.Env;
import dev.varve.table.fs.FileIO;
import dev.varve.table.fs.Location;
import dev.varve.table.layout.TableLayout;
import dev.varve.table.manifest.EntryFilter;
import dev.varve.table.manifest.ManifestEntry;
import dev.varve.table.manifest.ManifestFileMeta;
import dev.varve.table.manifest.ManifestStore;
import dev.varve.table.snapshot.CommitKind;
import dev.varve.table.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.List;

/** Which data files the commits of a table have added. */
public final class AddedFiles {
    private static final long ANY_SIZE = 1 << 20;

    private AddedFiles() {}

    /**
     * Names of all files that any commit of rows added, in the order of snapshots; a file that was added twice is there twice. A
     * compaction may add a file anew on another level, and is left out.
     */
    public static List<String> of(FileIO io, Table table, Env env) {
        var manifests =
                new ManifestStore(io, new TableLayout(Location.of(table.location())), env, table.schema(), ANY_SIZE);
        var names = new ArrayList<String>();
        for (Snapshot snapshot : table.snapshots()) {
            if (snapshot.kind() == CommitKind.COMPACT) {
                continue;
            }
            for (ManifestFileMeta manifest : manifests.readList(snapshot.deltaList())) {
                manifests.readEntries(manifest, EntryFilter.ALL).stream()
                        .filter(entry -> entry.kind() == ManifestEntry.Kind.ADD)
                        .forEach(entry -> names.add(entry.file().name()));
            }
        }
        return names;
    }
}
