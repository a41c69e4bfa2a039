package dev.varve.table.write;

import static java.util.Objects.requireNonNull;

import dev.varve.table.datafile.DataFileWriter;
import dev.varve.table.datafile.DataFileWriters;
import dev.varve.table.error.Failures;
import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.manifest.FileSource;
import dev.varve.table.memtable.JoinedVersions;
import java.util.ArrayList;
import java.util.List;

/**
 * The level-0 files of one flush. A file holds a key once, so versions of a key that have to stay apart go to different runs, the
 * newest version to the first: most flushes have one run.
 */
final class FlushLayers {
    private final DataFileWriters writers;
    private final BucketId bucket;
    private final List<DataFileWriter> layers = new ArrayList<>(1);
    private final List<DataFileMeta> finished = new ArrayList<>(1);

    FlushLayers(DataFileWriters writers, BucketId bucket) {
        this.writers = requireNonNull(writers, "writers is null");
        this.bucket = requireNonNull(bucket, "bucket is null");
        layers.add(newLayer());
    }

    private DataFileWriter newLayer() {
        return writers.open(bucket, 0, FileSource.APPEND);
    }

    /** Takes the current key; keys ascend. */
    void write(JoinedVersions key) {
        int size = key.size();
        while (layers.size() < size) {
            layers.add(newLayer());
        }
        for (int i = 0; i < size; i++) {
            layers.get(size - 1 - i).write(key.get(i));
        }
    }

    /** Finishes all files; they are durable then. */
    List<DataFileMeta> finish() {
        for (DataFileWriter layer : layers) {
            finished.addAll(layer.finish());
        }
        return List.copyOf(finished);
    }

    /** Deletes what was written, and returns what went wrong with that. */
    Failures discard() {
        var failures = new Failures();
        layers.forEach(layer -> failures.collect(layer::abort));
        finished.forEach(file -> failures.collect(() -> writers.delete(bucket, file)));
        return failures;
    }
}
