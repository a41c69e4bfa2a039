package dev.varve.table.maintain;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.CorruptTableException;
import dev.varve.table.error.StorageException;
import dev.varve.table.error.TableException;
import dev.varve.table.error.UnsupportedFormatException;
import dev.varve.table.fs.FileEntry;
import dev.varve.table.fs.Location;
import dev.varve.table.manifest.ManifestEntry;
import dev.varve.table.manifest.ManifestEntry.Kind;
import dev.varve.table.manifest.ManifestFileMeta;
import dev.varve.table.manifest.ManifestListFile;
import dev.varve.table.manifest.ManifestStore;
import dev.varve.table.row.RowText;
import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

/** Reads manifest lists and manifests and holds each against what names it. Confined to one thread. */
final class ManifestsCheck {
    private final TableFiles table;
    private final ManifestStore store;
    private final Tally tally;

    ManifestsCheck(TableFiles table, Tally tally) {
        this.table = requireNonNull(table, "table is null");
        this.store = table.manifests();
        this.tally = requireNonNull(tally, "tally is null");
    }

    /** All entries of a list's manifests in order; empty if a part of them cannot be read. */
    Optional<List<ManifestEntry>> entries(ManifestListFile list, Findings findings) {
        tally.count(Checked.MANIFEST_LISTS);
        Location location = table.layout().manifest(list.name());
        Optional<List<ManifestFileMeta>> manifests =
                reading(location, Rule.MANIFEST_LIST, findings, () -> store.readList(list));
        if (manifests.isEmpty()) {
            return Optional.empty();
        }
        list.sizeBytes().ifPresent(size -> size(location, Rule.MANIFEST_LIST, size, findings));
        var entries = new ArrayList<ManifestEntry>();
        boolean complete = true;
        for (ManifestFileMeta manifest : manifests.get()) {
            Optional<List<ManifestEntry>> found = entries(manifest, findings);
            found.ifPresent(entries::addAll);
            complete &= found.isPresent();
        }
        return complete ? Optional.of(entries) : Optional.empty();
    }

    private Optional<List<ManifestEntry>> entries(ManifestFileMeta manifest, Findings findings) {
        tally.count(Checked.MANIFESTS);
        Location location = table.layout().manifest(manifest.name());
        Optional<List<ManifestEntry>> read =
                reading(location, Rule.MANIFEST, findings, () -> store.readEntriesUnchecked(manifest));
        read.ifPresent(entries -> {
            tally.add(Checked.ENTRIES, entries.size());
            size(location, Rule.MANIFEST, manifest.sizeBytes(), findings);
            compare(location.value(), manifest, entries, findings);
        });
        return read;
    }

    private void compare(String file, ManifestFileMeta manifest, List<ManifestEntry> entries, Findings findings) {
        findings.compare(file, Rule.MANIFEST, "added files", manifest.addedFiles(), count(entries, Kind.ADD));
        findings.compare(file, Rule.MANIFEST, "deleted files", manifest.deletedFiles(), count(entries, Kind.DELETE));
        if (entries.isEmpty()) {
            return;
        }
        bounds(
                file,
                "bucket",
                manifest.minBucket(),
                manifest.maxBucket(),
                entries,
                e -> e.bucket().bucket(),
                findings);
        bounds(
                file,
                "level",
                manifest.minLevel(),
                manifest.maxLevel(),
                entries,
                e -> e.file().level(),
                findings);
        LongSummaryStatistics schemas =
                entries.stream().mapToLong(entry -> entry.file().schemaId()).summaryStatistics();
        findings.compare(file, Rule.MANIFEST, "largest schema id", manifest.schemaId(), schemas.getMax());
        for (ManifestEntry entry : entries) {
            if (!store.partitions(Set.of(entry.bucket().partition())).mayMatch(manifest)) {
                findings.add(
                        file,
                        Rule.MANIFEST,
                        "only partitions within the bounds that its list has",
                        "partition " + partition(entry));
                return;
            }
        }
    }

    private String partition(ManifestEntry entry) {
        return RowText.of(entry.bucket().partition(), table.schema().partitionType());
    }

    private static long count(List<ManifestEntry> entries, Kind kind) {
        return entries.stream().filter(entry -> entry.kind() == kind).count();
    }

    private static void bounds(
            String file,
            String what,
            OptionalInt min,
            OptionalInt max,
            List<ManifestEntry> entries,
            ToIntFunction<ManifestEntry> value,
            Findings findings) {
        var actual = entries.stream().mapToInt(value).summaryStatistics();
        if (min.isPresent()) {
            findings.compare(file, Rule.MANIFEST, "smallest " + what, min.getAsInt(), actual.getMin());
        }
        if (max.isPresent()) {
            findings.compare(file, Rule.MANIFEST, "largest " + what, max.getAsInt(), actual.getMax());
        }
    }

    private void size(Location file, Rule rule, long recorded, Findings findings) {
        long actual = table.io().find(file).map(FileEntry::sizeBytes).orElse(0L);
        findings.compare(file.value(), rule, "size in bytes", recorded, actual);
    }

    /** The value, or a finding in its place. */
    <T> Optional<T> reading(Location file, Rule rule, Findings findings, Supplier<T> read) {
        try {
            return Optional.of(read.get());
        } catch (CorruptTableException | UnsupportedFormatException e) {
            findings.add(file.value(), rule, "a file that can be read", e.getMessage());
        } catch (TableException e) {
            if (!(e instanceof StorageException storage) || !storage.isNotFound()) {
                throw e;
            }
            findings.add(file.value(), Rule.FILE_EXISTS, "a file", "none");
        }
        return Optional.empty();
    }
}
