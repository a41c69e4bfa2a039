package dev.varve.benchmark;

import dev.varve.table.LiveFile;
import dev.varve.table.Table;
import dev.varve.table.env.Env;
import dev.varve.table.fs.LocalFileIO;
import dev.varve.table.fs.Location;
import dev.varve.table.layout.TableLayout;
import dev.varve.table.manifest.EntryFilter;
import dev.varve.table.manifest.ManifestEntry;
import dev.varve.table.manifest.ManifestFileMeta;
import dev.varve.table.manifest.ManifestStore;
import dev.varve.table.snapshot.Snapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Watches a local table from outside, whoever writes it: what each snapshot has added, and how its trees look. */
final class TableObserver {
    private final Table table;
    private final ManifestStore manifests;
    private long lastSnapshot;
    private long flushedBytes;
    private long compactedBytes;
    private int mostRuns;
    private int mostFiles;
    private int mostSnapshots;

    TableObserver(Table table) {
        this.table = table;
        LocalFileIO io = new LocalFileIO(Env.system());
        manifests = new ManifestStore(
                io, new TableLayout(Location.of(table.location())), Env.system(), table.schema(), 8 << 20);
    }

    /** Takes in the snapshots that have come since the last call; to be called more often than they expire. */
    void look() {
        List<Snapshot> snapshots = table.snapshots();
        for (Snapshot snapshot : snapshots) {
            if (snapshot.id() > lastSnapshot) {
                if (snapshot.id() != lastSnapshot + 1) {
                    throw new IllegalStateException("snapshot " + (lastSnapshot + 1) + " was not seen");
                }
                lastSnapshot = snapshot.id();
                count(snapshot);
            }
        }
        List<LiveFile> files = table.files();
        mostSnapshots = Math.max(mostSnapshots, snapshots.size());
        mostFiles = Math.max(mostFiles, files.size());
        mostRuns = Math.max(mostRuns, mostRuns(files));
    }

    private void count(Snapshot snapshot) {
        Map<String, Long> added = new HashMap<>();
        Set<String> moved = new HashSet<>();
        for (ManifestFileMeta manifest : manifests.readList(snapshot.deltaList())) {
            for (ManifestEntry entry : manifests.readEntries(manifest, EntryFilter.ALL)) {
                switch (entry.kind()) {
                    case ADD -> added.put(entry.file().name(), entry.file().sizeBytes());
                    case DELETE -> moved.add(entry.file().name());
                }
            }
        }
        // A file that only changes its level is deleted and added under one name.
        added.keySet().removeAll(moved);
        long bytes = added.values().stream().mapToLong(Long::longValue).sum();
        switch (snapshot.kind()) {
            case COMPACT -> compactedBytes += bytes;
            default -> flushedBytes += bytes;
        }
    }

    private static int mostRuns(List<LiveFile> files) {
        Map<String, Set<String>> runs = new HashMap<>();
        for (LiveFile file : files) {
            runs.computeIfAbsent(file.partition() + "/" + file.bucket(), bucket -> new HashSet<>())
                    .add(file.level() == 0 ? file.name() : "level " + file.level());
        }
        return runs.values().stream().mapToInt(Set::size).max().orElse(0);
    }

    /** Sorted runs of the bucket that had most, at any look. */
    int mostRuns() {
        return mostRuns;
    }

    /** Live data files at the look that saw most. */
    int mostFiles() {
        return mostFiles;
    }

    int mostSnapshots() {
        return mostSnapshots;
    }

    long flushedBytes() {
        return flushedBytes;
    }

    /** Bytes written for each byte flushed. */
    double writeAmplification() {
        return (double) (flushedBytes + compactedBytes) / flushedBytes;
    }

    /** All files in the table's directory now. */
    long filesOnDisk() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of(table.location()))) {
            return files.filter(Files::isRegularFile).count();
        }
    }
}
