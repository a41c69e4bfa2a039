package dev.varve.table.write;

import static java.util.Objects.requireNonNull;

import dev.varve.table.changelog.LoggedJoin;
import dev.varve.table.datafile.DataFileWriter;
import dev.varve.table.datafile.DataFileWriters;
import dev.varve.table.error.Failures;
import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.manifest.FileSource;
import dev.varve.table.memtable.JoinedVersions;
import dev.varve.table.memtable.MemTable;
import dev.varve.table.merge.MergeRules;
import dev.varve.table.merge.VersionJoin;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The level-0 files of one flush. A file holds a key once, so versions of a key that have to stay apart go to different
 * <em>layers</em>, sorted runs of their own, the newest version to the first: most flushes have one.
 *
 * <p>An open file costs memory, and a key that changes all the time may have a version in each of hundreds of layers. So at most
 * {@value #OPEN_LAYERS} are written at once; the buffer is gone through again for the next ones. The changelog, if it is what is
 * written, comes from the first time.
 */
final class FlushLayers {
    static final int OPEN_LAYERS = 16;

    private final DataFileWriters writers;
    private final BucketId bucket;
    private final Optional<DataFileWriter> changelog;
    private final List<DataFileWriter> open = new ArrayList<>(1);
    private final List<DataFileMeta> finished = new ArrayList<>(1);
    private int first;
    private int deepest;

    private FlushLayers(DataFileWriters writers, BucketId bucket, boolean logsInput) {
        this.writers = requireNonNull(writers, "writers is null");
        this.bucket = requireNonNull(bucket, "bucket is null");
        this.changelog = logsInput ? Optional.of(writers.openChangelog(bucket, 0)) : Optional.empty();
    }

    /**
     * Writes what a MemTable holds, joined by the table's rules. On failure no file remains.
     *
     * @param logsInput whether all of it goes into changelog files as well
     * @return files that are durable
     */
    static FlushedFiles flush(
            MemTable memTable, MergeRules rules, DataFileWriters writers, BucketId bucket, boolean logsInput) {
        FlushLayers layers = new FlushLayers(writers, bucket, logsInput);
        try {
            do {
                layers.writeSome(memTable, rules);
            } while (layers.first < layers.deepest);
            List<DataFileMeta> logged =
                    layers.changelog.map(DataFileWriter::finish).orElse(List.of());
            return new FlushedFiles(layers.finished, logged);
        } catch (RuntimeException | Error e) {
            layers.discard().attachTo(e);
            throw e;
        }
    }

    /** One pass: the layers from the first on that is not written yet, as many as may be open. */
    private void writeSome(MemTable memTable, MergeRules rules) {
        try (JoinedVersions keys = memTable.joined(join(rules))) {
            while (keys.advance()) {
                write(keys);
            }
        }
        for (DataFileWriter layer : open) {
            finished.addAll(layer.finish());
        }
        open.clear();
        first += OPEN_LAYERS;
    }

    private VersionJoin join(MergeRules rules) {
        VersionJoin join = rules.join().get();
        return first == 0 && changelog.isPresent() ? new LoggedJoin(join, changelog.get()) : join;
    }

    private void write(JoinedVersions key) {
        int size = key.size();
        deepest = Math.max(deepest, size);
        int end = Math.min(size, first + OPEN_LAYERS);
        for (int layer = first; layer < end; layer++) {
            if (layer - first == open.size()) {
                open.add(writers.open(bucket, 0, FileSource.APPEND));
            }
            open.get(layer - first).write(key.get(size - 1 - layer));
        }
    }

    /** Deletes what was written, and returns what went wrong with that. */
    private Failures discard() {
        var failures = new Failures();
        open.forEach(layer -> failures.collect(layer::abort));
        changelog.ifPresent(log -> failures.collect(log::abort));
        finished.forEach(file -> failures.collect(() -> writers.delete(bucket, file)));
        return failures;
    }
}
