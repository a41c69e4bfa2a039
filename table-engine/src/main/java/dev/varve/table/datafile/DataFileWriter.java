package dev.varve.table.datafile;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.Check;
import dev.varve.table.fs.Location;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.manifest.FileSource;
import dev.varve.table.row.KeyValue;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes one sorted run: data files with ascending, disjoint key ranges; or changelog files, in which a key may come several times,
 * also at the end of one file and the begin of the next. Every 1000 rows of a file its size is looked at, and at
 * the target size the next file begins (format page data files, rolling). Without rows there is no file.
 *
 * <p>Ends with {@link #finish} or {@link #abort}; after an exception only with the latter. Confined to one thread.
 */
public final class DataFileWriter {
    private static final int ROWS_BETWEEN_CHECKS = 1000;

    private final DataFileWriters factory;
    private final Location directory;
    private final FileRole role;
    private final int level;
    private final FileSource source;
    private final List<DataFileMeta> finished = new ArrayList<>();
    private SingleFileWriter open;
    private boolean ended;

    DataFileWriter(DataFileWriters factory, Location directory, FileRole role, int level, FileSource source) {
        this.factory = requireNonNull(factory, "factory is null");
        this.directory = requireNonNull(directory, "directory is null");
        this.role = requireNonNull(role, "role is null");
        this.level = level;
        this.source = requireNonNull(source, "source is null");
    }

    /** Takes the next version; its key is greater than the one before, or in changelog not less. The version is not kept. */
    public void write(KeyValue version) {
        if (ended) {
            throw new IllegalStateException("write after the end of a writer in " + directory);
        }
        if (open == null) {
            open = new SingleFileWriter(factory, directory, role, level, source);
        }
        open.write(version);
        if (open.rowCount() % ROWS_BETWEEN_CHECKS == 0 && open.estimatedBytes() >= factory.targetBytes()) {
            finishFile();
        }
    }

    private void finishFile() {
        finished.add(open.finish());
        open = null;
    }

    /** Finishes the last file; all files are durable then. */
    public List<DataFileMeta> finish() {
        Check.that(!ended, "finish after the end of a writer in %s", directory);
        if (open != null) {
            finishFile();
        }
        ended = true;
        return List.copyOf(finished);
    }

    /** Gives up and removes all files of this writer; nothing happens after {@link #finish}. */
    public void abort() {
        if (ended) {
            return;
        }
        ended = true;
        if (open != null) {
            open.abort();
        }
        for (DataFileMeta file : finished) {
            file.extraFiles().forEach(name -> factory.io().delete(directory.child(name)));
            factory.io().delete(directory.child(file.name()));
        }
    }
}
