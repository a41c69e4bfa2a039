package dev.varve.connect.simulation;

import dev.varve.table.RowCursor;
import dev.varve.table.Table;
import dev.varve.table.TableId;
import dev.varve.table.TableScan;
import dev.varve.table.WarehouseOver;
import dev.varve.table.env.Env;
import dev.varve.table.fs.Location;
import dev.varve.table.layout.TableLayout;
import dev.varve.table.manifest.EntryFilter;
import dev.varve.table.manifest.ManifestEntry;
import dev.varve.table.manifest.ManifestFileMeta;
import dev.varve.table.manifest.ManifestStore;
import dev.varve.table.snapshot.CommitKind;
import dev.varve.table.snapshot.Snapshot;
import dev.varve.table.snapshot.SnapshotJson;
import dev.varve.table.testing.MemoryFileIO;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Sees every snapshot of one table come and go, and every file of it that is deleted, at the moment when it happens:
 *
 * <ul>
 *   <li>ids grow by one; the oldest snapshot goes first, the newest never;
 *   <li>everything a snapshot names is there when it becomes visible, and is not deleted before it has expired;
 *   <li>it holds the rows that the model says; on levels from 1 on, key ranges are disjoint.
 * </ul>
 */
final class TableWatch {
    private static final long NOT_ROLLED_BACK = Long.MAX_VALUE;

    private final TableId id;
    private final Location root;
    private final TableLayout layout;
    private final MemoryFileIO files;
    private final Env env;
    private final TableModel model;
    private final Violations violations;
    private final Tally tally;
    private final NavigableMap<Long, Set<Location>> visible = new TreeMap<>();
    private final Map<Long, List<String>> rowsOf = new HashMap<>();
    private final Set<Long> strays = new TreeSet<>();
    private Table table;
    private long newest;
    private long made;
    private long rolledBackTo = NOT_ROLLED_BACK;
    private boolean mayFloat;
    private int mostRuns;

    TableWatch(TableId id, MemoryFileIO files, Env env, TableModel model, Violations violations, Tally tally) {
        this.id = id;
        this.root = Location.of(Landscape.ROOT + "/" + id.database() + ".db/" + id.table());
        this.layout = new TableLayout(root);
        this.files = files;
        this.env = env;
        this.model = model;
        this.violations = violations;
        this.tally = tally;
    }

    TableModel model() {
        return model;
    }

    Location root() {
        return root;
    }

    boolean holds(Location file) {
        return file.value().startsWith(root.value() + "/");
    }

    /** Id of the newest snapshot, 0 if there is none. */
    long newest() {
        return newest;
    }

    /** Number of snapshots ever made. */
    long made() {
        return made;
    }

    /** Newer snapshots than this one may go, the newest first. */
    void rollingBackTo(long snapshotId) {
        rolledBackTo = snapshotId;
    }

    /** They stay. */
    void notRolledBack() {
        rolledBackTo = NOT_ROLLED_BACK;
    }

    /** They have gone. Writers that had been in the middle of a commit may find out by the snapshot they create. */
    void rolledBack() {
        if (newest != rolledBackTo) {
            violations.report("%s was rolled back to %s, but is at %s", id, rolledBackTo, newest);
        }
        rolledBackTo = NOT_ROLLED_BACK;
        mayFloat = true;
    }

    /** The table is not there any more. */
    void dropped() {
        visible.clear();
        rowsOf.clear();
        strays.clear();
        table = null;
        newest = 0;
        mayFloat = true;
        model.dropped();
    }

    /** Who had been in the middle of a commit is done with it. */
    void settled() {
        mayFloat = false;
        List<Long> floating = strays.stream().filter(stray -> stray > newest).toList();
        if (!floating.isEmpty()) {
            violations.report("%s: snapshots %s float above %s", id, floating, newest);
        }
    }

    /** The most sorted runs that one bucket ever had. */
    int mostRuns() {
        return mostRuns;
    }

    boolean isVisible(long snapshotId) {
        return visible.containsKey(snapshotId);
    }

    List<Long> visible() {
        return List.copyOf(visible.keySet());
    }

    /** What a snapshot held when it became visible. */
    List<String> rowsOf(long snapshotId) {
        return rowsOf.get(snapshotId);
    }

    /** The table, seen without faults; empty if it does not exist. */
    Optional<Table> table() {
        if (table == null) {
            table = WarehouseOver.of(files, Landscape.ROOT, env).find(id).orElse(null);
        }
        return Optional.ofNullable(table);
    }

    void created(Location file, byte[] content) {
        if (!file.name().startsWith("snapshot-")) {
            return;
        }
        Snapshot snapshot = SnapshotJson.parse(new String(content, StandardCharsets.UTF_8), file.value());
        if (snapshot.id() <= newest) {
            // Its id was free because it had expired. Its writer finds out and takes it away.
            tally.count(Happening.STRAY_SNAPSHOT);
            strays.add(snapshot.id());
            return;
        }
        if (mayFloat && (snapshot.id() > newest + 1 || !isOfThisTable(snapshot))) {
            tally.count(Happening.FLOATING_SNAPSHOT);
            strays.add(snapshot.id());
            return;
        }
        if (snapshot.id() != newest + 1) {
            violations.report("%s: snapshot %s follows %s", id, snapshot.id(), newest);
        }
        newest = snapshot.id();
        made++;
        if (snapshot.kind() == CommitKind.COMPACT) {
            tally.count(Happening.TASK_COMPACTED);
        }
        try {
            look(snapshot);
        } catch (RuntimeException e) {
            violations.report("%s: snapshot %s cannot be read: %s", id, snapshot.id(), e);
        }
    }

    /** A writer of a table that was dropped creates a snapshot whose lists have gone with that. */
    private boolean isOfThisTable(Snapshot snapshot) {
        return table().isPresent()
                && snapshot.manifestLists().stream()
                        .allMatch(
                                list -> files.find(layout.manifest(list.name())).isPresent());
    }

    private void look(Snapshot snapshot) {
        model.apply(snapshot);
        visible.put(snapshot.id(), named(snapshot));
        for (Location named : visible.get(snapshot.id())) {
            if (files.find(named).isEmpty()) {
                violations.report("%s: snapshot %s names %s, which is not there", id, snapshot.id(), named);
            }
        }
        List<String> rows = read(snapshot.id());
        rowsOf.put(snapshot.id(), rows);
        model.findDifference(rows, false)
                .ifPresent(difference -> violations.report(
                        "%s: snapshot %s (%s of %s) %s",
                        id, snapshot.id(), snapshot.kind(), snapshot.commitUser(), difference));
    }

    /** All files that a snapshot needs. */
    private Set<Location> named(Snapshot snapshot) {
        var manifests =
                new ManifestStore(files, layout, env, table().orElseThrow().schema(), Long.MAX_VALUE);
        var named = new HashSet<Location>();
        snapshot.manifestLists().forEach(list -> named.add(layout.manifest(list.name())));
        for (ManifestFileMeta manifest : manifests.readLists(snapshot.manifestLists())) {
            named.add(layout.manifest(manifest.name()));
        }
        List<ManifestEntry> live = manifests.liveFiles(snapshot.manifestLists(), EntryFilter.ALL);
        for (ManifestEntry entry : live) {
            Location bucket = layout.bucketDirectory("", entry.bucket().bucket());
            named.add(bucket.child(entry.file().name()));
            entry.file().extraFiles().forEach(extra -> named.add(bucket.child(extra)));
        }
        checkLevels(snapshot.id(), live);
        return named;
    }

    private void checkLevels(long snapshotId, List<ManifestEntry> live) {
        Map<String, List<ManifestEntry>> runs = new TreeMap<>();
        Map<Integer, Integer> runsOfBucket = new TreeMap<>();
        for (ManifestEntry entry : live) {
            int level = entry.file().level();
            String run = entry.bucket().bucket() + "/" + level;
            boolean isNew = level == 0 || !runs.containsKey(run);
            runsOfBucket.merge(entry.bucket().bucket(), isNew ? 1 : 0, Integer::sum);
            if (level > 0) {
                runs.computeIfAbsent(run, key -> new ArrayList<>()).add(entry);
            }
        }
        runsOfBucket.values().forEach(count -> mostRuns = Math.max(mostRuns, count));
        runs.values().forEach(run -> checkRun(snapshotId, run));
    }

    private void checkRun(long snapshotId, List<ManifestEntry> run) {
        run.sort((left, right) -> minKey(left).compareTo(minKey(right)));
        for (int i = 1; i < run.size(); i++) {
            if (maxKey(run.get(i - 1)).compareTo(minKey(run.get(i))) > 0) {
                violations.report(
                        "%s: snapshot %s has overlapping files on one level: %s and %s",
                        id, snapshotId, run.get(i - 1).describe(), run.get(i).describe());
            }
        }
    }

    private static String minKey(ManifestEntry entry) {
        return entry.file().minKey().stringAt(0).toString();
    }

    private static String maxKey(ManifestEntry entry) {
        return entry.file().maxKey().stringAt(0).toString();
    }

    /** The rows of a snapshot, sorted. */
    List<String> read(long snapshotId) {
        return read(table().orElseThrow().scan().snapshot(snapshotId));
    }

    static List<String> read(TableScan scan) {
        List<String> columns = scan.rowType().names();
        var rows = new ArrayList<String>();
        try (RowCursor cursor = scan.open()) {
            while (cursor.advance()) {
                rows.add(Shape.text(cursor.row(), columns));
            }
        }
        rows.sort(null);
        return rows;
    }

    void deleting(Location file) {
        if (file.parent().equals(layout.snapshotDirectory()) && file.name().startsWith("snapshot-")) {
            expiring(Long.parseLong(file.name().substring("snapshot-".length())));
            return;
        }
        visible.forEach((snapshotId, named) -> {
            if (named.contains(file)) {
                violations.report("%s: %s is deleted, but snapshot %s needs it", id, file, snapshotId);
            }
        });
    }

    private void expiring(long snapshotId) {
        if (strays.remove(snapshotId) || !visible.containsKey(snapshotId)) {
            return;
        }
        if (snapshotId > rolledBackTo) {
            takenBack(snapshotId);
            return;
        }
        if (visible.firstKey() != snapshotId || visible.lastKey() == snapshotId) {
            violations.report("%s: snapshot %s goes, of %s", id, snapshotId, visible.keySet());
        }
        tally.count(Happening.SNAPSHOT_EXPIRED);
        visible.remove(snapshotId);
        model.expired(snapshotId);
    }

    private void takenBack(long snapshotId) {
        if (visible.lastKey() != snapshotId) {
            violations.report("%s: snapshot %s is rolled back, of %s", id, snapshotId, visible.keySet());
        }
        visible.remove(snapshotId);
        newest = visible.lastKey();
        model.takeBack(newest);
    }

    /** Every snapshot that is left holds what it has always held. */
    void readAllAgain() {
        for (long snapshotId : visible.keySet()) {
            readAgain(snapshotId);
        }
    }

    void readAgain(long snapshotId) {
        tally.count(Happening.SNAPSHOT_READ_AGAIN);
        List<String> rows = read(snapshotId);
        if (!rows.equals(rowsOf.get(snapshotId))) {
            violations.report("%s: snapshot %s has changed: %s, was %s", id, snapshotId, rows, rowsOf.get(snapshotId));
        }
    }

    /** Files of the table that neither a snapshot nor the format needs. */
    List<Location> orphans() {
        Set<Location> needed = new HashSet<>();
        visible.values().forEach(needed::addAll);
        return files.filesBelow(root).stream()
                .filter(file -> !needed.contains(file) && !isOfTheFormat(file))
                .toList();
    }

    private boolean isOfTheFormat(Location file) {
        Location directory = file.parent();
        String name = file.name();
        return directory.equals(layout.schemaDirectory()) && name.startsWith("schema-")
                || directory.equals(layout.snapshotDirectory())
                        && (name.startsWith("snapshot-") || name.equals("LATEST") || name.equals("EARLIEST"));
    }
}
