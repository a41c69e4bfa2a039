package dev.varve.table.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.history.Change.Key;
import dev.varve.table.manifest.BucketId;
import dev.varve.table.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * What every snapshot of the table must hold. Commits are announced before they are tried; a snapshot that turns up must be an
 * announced one or change nothing.
 */
final class HistoryModel {
    private final NavigableMap<Long, Contents> contents = new TreeMap<>();
    private final NavigableMap<Long, Snapshot> snapshots = new TreeMap<>();
    private final Map<Announced, List<Change>> announced = new HashMap<>();
    private final NavigableMap<String, Tagged> tags = new TreeMap<>();
    private final Merging merging;
    private final boolean hidesLevelZero;
    private final LevelZero levelZero;
    /** Names of level-0 files by snapshot, as they were when it was first seen: it may have expired since. */
    private final Map<Long, Set<String>> levelZeroFiles = new HashMap<>();

    private Optional<Integer> overwritten = Optional.empty();
    private long newest;

    HistoryModel(HistoryTable table, LevelZero levelZero) {
        this.merging = table.merging();
        this.hidesLevelZero = table.hidesLevelZero();
        this.levelZero = levelZero;
    }

    /** What a tag keeps. */
    record Tagged(Snapshot snapshot, Contents contents) {}

    private record Announced(String user, long identifier) {}

    /** These changes become visible with the snapshot of this user and identifier that is not a compaction, if at all. */
    void announce(String user, long identifier, List<Change> changes) {
        announced.put(new Announced(user, identifier), List.copyOf(changes));
    }

    /** The next snapshot that is an overwrite empties this partition. */
    void announceOverwrite(int partition) {
        overwritten = Optional.of(partition);
    }

    /** Looks at all snapshots that are there now. */
    void absorb(List<Snapshot> found) {
        for (Snapshot snapshot : found) {
            Snapshot known = snapshots.get(snapshot.id());
            if (known != null) {
                assertThat(snapshot)
                        .as("snapshot %s, seen before", snapshot.id())
                        .isEqualTo(known);
                continue;
            }
            assertThat(snapshot.id()).as("the next snapshot").isEqualTo(newest + 1);
            contents.put(snapshot.id(), after(snapshot));
            snapshots.put(snapshot.id(), snapshot);
            newest = snapshot.id();
        }
        if (!found.isEmpty()) {
            long earliest = found.get(0).id();
            assertThat(found.stream().map(Snapshot::id)).as("no gaps").hasSize((int) (newest - earliest + 1));
            contents.headMap(earliest).clear();
            snapshots.headMap(earliest).clear();
        }
    }

    private Contents after(Snapshot snapshot) {
        Contents next = switch (snapshot.kind()) {
            case COMPACT -> newest();
            case OVERWRITE -> {
                int partition = overwritten.orElseThrow();
                overwritten = Optional.empty();
                yield newest().without(partition);
            }
            default -> newest().after(changesOf(snapshot));
        };
        return hidesLevelZero ? hiding(next, snapshot) : next;
    }

    private List<Change> changesOf(Snapshot snapshot) {
        List<Change> changes = announced.remove(new Announced(snapshot.commitUser(), snapshot.commitIdentifier()));
        assertThat(changes).as("announcement of %s", snapshot).isNotNull();
        return changes;
    }

    /** A version is out of sight as long as the file that brought it lies on level 0. */
    private Contents hiding(Contents next, Snapshot snapshot) {
        Map<String, BucketId> files = levelZero.of(snapshot);
        Set<String> added = new HashSet<>(files.keySet());
        added.removeAll(levelZeroFiles.getOrDefault(newest, Set.of()));
        levelZeroFiles.put(snapshot.id(), files.keySet());
        Map<Key, List<String>> carriers = new HashMap<>();
        for (Key key : next.keys()) {
            List<String> ofKey = new ArrayList<>(next.carriers(key));
            if (ofKey.size() < next.versions(key).size()) {
                String file = levelZero.holding(key, files, added);
                while (ofKey.size() < next.versions(key).size()) {
                    ofKey.add(file);
                }
            }
            carriers.put(key, ofKey);
        }
        return next.hiding(carriers, files.keySet());
    }

    /** Whether the announced changes have become visible. */
    boolean happened(String user, long identifier) {
        return !announced.containsKey(new Announced(user, identifier));
    }

    /** The announced changes can never become visible any more. */
    void withdraw(String user, long identifier) {
        announced.remove(new Announced(user, identifier));
    }

    Contents newest() {
        return newest == 0 ? Contents.empty(merging) : contents.get(newest);
    }

    long newestId() {
        return newest;
    }

    /** Contents by id of the snapshots that exist. */
    NavigableMap<Long, Contents> contents() {
        return contents;
    }

    NavigableMap<Long, Snapshot> snapshots() {
        return snapshots;
    }

    /** Tags that exist, by name. */
    NavigableMap<String, Tagged> tags() {
        return tags;
    }

    void tag(String name, long id) {
        tags.put(name, new Tagged(snapshots.get(id), contents.get(id)));
    }

    /** The table is as it was then; whatever came later is gone. */
    void rollBack(Tagged then) {
        long id = then.snapshot().id();
        contents.tailMap(id, false).clear();
        snapshots.tailMap(id, false).clear();
        tags.values().removeIf(tag -> tag.snapshot().id() > id);
        contents.put(id, then.contents());
        snapshots.put(id, then.snapshot());
        newest = id;
        announced.clear();
    }

    Tagged at(long id) {
        return new Tagged(snapshots.get(id), contents.get(id));
    }
}
