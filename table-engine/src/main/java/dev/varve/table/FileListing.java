package dev.varve.table;

import static java.util.Objects.requireNonNull;

import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.manifest.EntryFilter;
import dev.varve.table.manifest.ManifestEntry;
import dev.varve.table.row.BinaryRow;
import dev.varve.table.row.ValueReader;
import dev.varve.table.type.RowType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;

/** Tells the live files of a table in words. */
final class FileListing {
    private static final Comparator<LiveFile> ORDER = Comparator.comparing(LiveFile::partition)
            .thenComparingInt(LiveFile::bucket)
            .thenComparingInt(LiveFile::level)
            .thenComparing(Comparator.comparingLong(LiveFile::maxSequence).reversed())
            .thenComparing(LiveFile::name);

    private final TableParts parts;

    FileListing(TableParts parts) {
        this.parts = requireNonNull(parts, "parts is null");
    }

    /** By partition, bucket, level, then newest first. */
    List<LiveFile> list() {
        var files = new ArrayList<LiveFile>();
        parts.snapshots()
                .latest()
                .ifPresent(snapshot -> parts.manifests()
                        .liveFiles(snapshot.manifestLists(), EntryFilter.ALL)
                        .forEach(entry -> files.add(describe(entry))));
        files.sort(ORDER);
        return files;
    }

    private LiveFile describe(ManifestEntry entry) {
        DataFileMeta file = entry.file();
        return new LiveFile(
                parts.partitionPath().of(entry.bucket().partition()),
                entry.bucket().bucket(),
                file.level(),
                file.name(),
                file.sizeBytes(),
                file.rowCount(),
                file.deleteRowCount().map(OptionalLong::of).orElse(OptionalLong.empty()),
                file.minSequence(),
                file.maxSequence(),
                describe(file.minKey()),
                describe(file.maxKey()),
                file.schemaId());
    }

    private String describe(BinaryRow key) {
        RowType type = parts.schema().keyType();
        var values = new ArrayList<String>();
        for (int i = 0; i < type.arity(); i++) {
            values.add(String.valueOf(ValueReader.valueAt(key, i, type.type(i))));
        }
        return values.size() == 1 ? values.get(0) : values.toString();
    }
}
