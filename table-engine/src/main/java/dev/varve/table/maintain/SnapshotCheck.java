package dev.varve.table.maintain;

import static java.util.Objects.requireNonNull;

import dev.varve.table.fs.Location;
import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.manifest.EntryMerger;
import dev.varve.table.manifest.IndexManifestEntry;
import dev.varve.table.manifest.ManifestEntry;
import dev.varve.table.manifest.ManifestEntry.Kind;
import dev.varve.table.manifest.ManifestListFile;
import dev.varve.table.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Checks snapshots: their metadata, the files they name, and what these say together. What several snapshots share is looked into
 * once. Holds the metadata of one snapshot's files in memory, and the names of all files seen. Confined to one thread.
 */
final class SnapshotCheck {
    private final TableFiles table;
    private final boolean deep;
    private final ManifestsCheck manifests;
    private final FileCheck files;
    private final BucketsCheck buckets;
    private final IndexFilesCheck indexes;
    private final VersionOrderCheck versions;

    /** Files that were checked, and whether they can be read. */
    private final Map<String, Boolean> seenFiles = new HashMap<>();
    /** Files of the last snapshot with which something is wrong. */
    private final List<String> lastBroken = new ArrayList<>();
    /** Buckets whose versions were compared: names and levels of their files. */
    private final Set<Set<String>> seenBuckets = new HashSet<>();

    SnapshotCheck(TableFiles table, boolean deep, Tally tally) {
        this.table = requireNonNull(table, "table is null");
        this.deep = deep;
        requireNonNull(tally, "tally is null");
        this.manifests = new ManifestsCheck(table, tally);
        this.files = new FileCheck(table, deep, tally);
        this.buckets = new BucketsCheck(table);
        this.indexes = new IndexFilesCheck(table, files, tally);
        this.versions = new VersionOrderCheck(table, tally);
    }

    /**
     * Checks one snapshot.
     *
     * @param file where it is stored, as a snapshot or a tag
     * @param withChangelog whether its changelog must be there: not that of a tag, which may be gone
     */
    void check(Snapshot snapshot, Location file, boolean withChangelog, Findings findings) {
        lastBroken.clear();
        manifests.reading(
                table.layout().schema(snapshot.schemaId()),
                Rule.FILE_SCHEMA,
                findings,
                () -> table.schemas().apply(snapshot.schemaId()));
        List<ManifestListFile> lists = snapshot.manifestLists();
        Optional<List<ManifestEntry>> base = manifests.entries(lists.get(0), findings);
        Optional<List<ManifestEntry>> delta = manifests.entries(lists.get(1), findings);
        delta.ifPresent(
                entries -> recordCount(file, "deltaRecordCount", snapshot.deltaRecordCount(), rows(entries), findings));
        if (base.isPresent() && delta.isPresent()) {
            live(snapshot, file, merge(file, base.get(), delta.get(), findings), findings);
        }
        if (withChangelog) {
            snapshot.changelogList().ifPresent(list -> changelog(snapshot, file, list, findings));
        }
        snapshot.statistics()
                .ifPresent(name ->
                        files.requirePresent(table.layout().statisticsFile(name), OptionalLong.empty(), findings));
    }

    /** What the last check found does not count: what it found broken is looked at again if it is met again. */
    void forgetLast() {
        lastBroken.forEach(seenFiles::remove);
    }

    private List<ManifestEntry> merge(
            Location snapshot, List<ManifestEntry> base, List<ManifestEntry> delta, Findings findings) {
        var merger = new EntryMerger();
        for (List<ManifestEntry> entries : List.of(base, delta)) {
            for (ManifestEntry entry : entries) {
                if (!merger.apply(entry)) {
                    findings.add(
                            snapshot.value(),
                            Rule.LIVE_FILES,
                            "a file that is added once",
                            entry.describe() + " added again");
                }
            }
        }
        for (ManifestEntry entry : merger.unmatchedDeletes()) {
            findings.add(
                    snapshot.value(),
                    Rule.LIVE_FILES,
                    "a file that is there to be deleted",
                    entry.describe() + " deleted");
        }
        return merger.added();
    }

    private void live(Snapshot snapshot, Location file, List<ManifestEntry> live, Findings findings) {
        recordCount(file, "totalRecordCount", snapshot.totalRecordCount(), rows(live), findings);
        Map<BucketId, List<ManifestEntry>> ofBuckets = new LinkedHashMap<>();
        for (ManifestEntry entry : live) {
            ofBuckets
                    .computeIfAbsent(entry.bucket(), bucket -> new ArrayList<>())
                    .add(entry);
        }
        buckets.check(ofBuckets, findings);
        ofBuckets.forEach((bucket, entries) -> bucket(bucket, entries, findings));
        snapshot.indexManifest().ifPresent(name -> indexFiles(name, live, findings));
    }

    private void bucket(BucketId bucket, List<ManifestEntry> entries, Findings findings) {
        boolean readable = true;
        for (ManifestEntry entry : entries) {
            readable &= dataFile(entry, false, findings)
                    && entry.file().externalPath().isEmpty();
        }
        if (!deep || !readable || bucket.bucket() < 0 || !VersionOrderCheck.applies(table.schema())) {
            return;
        }
        Set<String> identity = entries.stream()
                .map(entry -> entry.file().level() + " " + entry.file().name())
                .collect(Collectors.toSet());
        if (seenBuckets.add(identity)) {
            List<DataFileMeta> ofBucket =
                    entries.stream().map(ManifestEntry::file).toList();
            versions.check(bucket, ofBucket, findings);
        }
    }

    private boolean dataFile(ManifestEntry entry, boolean changelog, Findings findings) {
        // Names of files are unique in a table: they carry the writer's UUID.
        Boolean seen = seenFiles.get(entry.file().name());
        if (seen == null) {
            seen = files.check(entry, changelog, findings);
            seenFiles.put(entry.file().name(), seen);
            if (!seen) {
                lastBroken.add(entry.file().name());
            }
        }
        return seen;
    }

    private void changelog(Snapshot snapshot, Location file, ManifestListFile list, Findings findings) {
        manifests.entries(list, findings).ifPresent(entries -> {
            recordCount(
                    file,
                    "changelogRecordCount",
                    snapshot.changelogRecordCount().orElse(0),
                    rows(entries),
                    findings);
            entries.forEach(entry -> dataFile(entry, true, findings));
        });
    }

    private void indexFiles(String manifest, List<ManifestEntry> live, Findings findings) {
        Map<String, Long> rows = live.stream()
                .collect(Collectors.toMap(
                        entry -> entry.file().name(), entry -> entry.file().rowCount(), Math::max));
        Location file = table.layout().manifest(manifest);
        Optional<List<IndexManifestEntry>> entries = manifests.reading(
                file, Rule.MANIFEST, findings, () -> table.manifests().readIndexManifest(manifest));
        entries.ifPresent(found -> indexes.check(found, rows, findings));
    }

    private static void recordCount(Location file, String what, long recorded, long actual, Findings findings) {
        findings.compare(file.value(), Rule.RECORD_COUNT, what, recorded, actual);
    }

    private static long rows(List<ManifestEntry> entries) {
        long rows = 0;
        for (ManifestEntry entry : entries) {
            rows += entry.kind() == Kind.ADD
                    ? entry.file().rowCount()
                    : -entry.file().rowCount();
        }
        return rows;
    }
}
