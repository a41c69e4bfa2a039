package dev.varve.table.compact;

import static java.util.Objects.requireNonNull;

import dev.varve.table.datafile.FileVersions;
import dev.varve.table.error.Failures;
import dev.varve.table.lsm.SortedRun;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.row.KeyValue;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowComparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * {@link PreviousVersions} in data files. Both sides ascend by key, so each run is read forward, once, and only those of its files
 * are opened whose key range holds a key that is asked for. Confined to one thread.
 */
final class OlderRuns implements PreviousVersions {
    private final List<Cursor> cursors;
    private Cursor found;

    /**
     * @param runs from new to old; within each no key is twice
     * @param files opens a file with the columns that are wanted
     */
    OlderRuns(List<SortedRun> runs, Function<DataFileMeta, FileVersions> files, RowComparator keyOrder) {
        this.cursors =
                runs.stream().map(run -> new Cursor(run, files, keyOrder)).toList();
    }

    @Override
    public boolean find(Row key) {
        found = null;
        for (Cursor cursor : cursors) {
            if (cursor.find(key)) {
                found = cursor;
                return true;
            }
        }
        return false;
    }

    private Cursor found() {
        if (found == null) {
            throw new IllegalStateException("no version was found");
        }
        return found;
    }

    @Override
    public KeyValue version() {
        return found().versions.current();
    }

    @Override
    public DataFileMeta file() {
        return found().file;
    }

    @Override
    public long position() {
        return found().versions.position();
    }

    @Override
    public void close() {
        var failures = new Failures();
        cursors.forEach(cursor -> failures.collect(cursor::close));
        failures.throwIfAny();
    }

    /** The place in one run up to which it has been read. */
    private static final class Cursor {
        private final SortedRun run;
        private final Function<DataFileMeta, FileVersions> files;
        private final RowComparator keyOrder;
        private DataFileMeta file;
        private FileVersions versions;
        private boolean atVersion;

        Cursor(SortedRun run, Function<DataFileMeta, FileVersions> files, RowComparator keyOrder) {
            this.run = requireNonNull(run, "run is null");
            this.files = requireNonNull(files, "files is null");
            this.keyOrder = requireNonNull(keyOrder, "keyOrder is null");
        }

        boolean find(Row key) {
            if (!isInFile(key) && !open(key)) {
                return false;
            }
            while (atVersion) {
                int order = keyOrder.compare(versions.current().key(), key);
                if (order >= 0) {
                    return order == 0;
                }
                atVersion = versions.advance();
            }
            return false;
        }

        /** Usually the file of the key before. */
        private boolean isInFile(Row key) {
            return file != null
                    && keyOrder.compare(key, file.maxKey()) <= 0
                    && keyOrder.compare(file.minKey(), key) <= 0;
        }

        private boolean open(Row key) {
            Optional<DataFileMeta> next = run.find(key, keyOrder);
            if (next.isEmpty()) {
                return false;
            }
            close();
            versions = files.apply(next.get());
            file = next.get();
            atVersion = versions.advance();
            return true;
        }

        void close() {
            FileVersions closing = versions;
            versions = null;
            file = null;
            atVersion = false;
            if (closing != null) {
                closing.close();
            }
        }
    }
}
