package dev.varve.table.compact;

import static java.util.Objects.requireNonNull;

import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.manifest.VectorChange;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What a compaction did; nothing of it is visible yet.
 *
 * @param before files that are replaced
 * @param after files that replace them; an upgraded file is in both, under one name on two levels
 * @param changelog files that tell what has changed by it
 * @param vectors what becomes of the bucket's deletion vectors; empty in tables without them
 */
public record CompactionResult(
        List<DataFileMeta> before,
        List<DataFileMeta> after,
        List<DataFileMeta> changelog,
        Optional<VectorChange> vectors) {
    public CompactionResult {
        before = List.copyOf(before);
        after = List.copyOf(after);
        changelog = List.copyOf(changelog);
        requireNonNull(vectors, "vectors is null");
    }

    /** The result in a table without changelog and deletion vectors. */
    public CompactionResult(List<DataFileMeta> before, List<DataFileMeta> after) {
        this(before, after, List.of(), Optional.empty());
    }

    public boolean isEmpty() {
        return before.isEmpty() && after.isEmpty();
    }

    /** Files that this compaction has written: those to delete if it is given up. */
    public List<DataFileMeta> written() {
        Set<String> upgraded = new HashSet<>();
        before.forEach(file -> upgraded.add(file.name()));
        return Stream.concat(after.stream().filter(file -> !upgraded.contains(file.name())), changelog.stream())
                .toList();
    }

    /** Bytes of files that were read. */
    public long bytesRead() {
        Set<String> kept = new HashSet<>();
        after.forEach(file -> kept.add(file.name()));
        return bytes(before.stream().filter(file -> !kept.contains(file.name())).toList());
    }

    /** Bytes of files that were written. */
    public long bytesWritten() {
        return bytes(written());
    }

    private static long bytes(List<DataFileMeta> files) {
        return files.stream().mapToLong(DataFileMeta::sizeBytes).sum();
    }
}
