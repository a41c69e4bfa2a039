package dev.varve.table;

import static java.util.Objects.requireNonNull;

import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.manifest.FileChanges;

/** Durable files of a writer that are not visible yet: {@link TableWriter#prepare} makes them, {@link TableWriter#commit} shows them. */
public final class TableChanges {
    private final FileChanges files;

    TableChanges(FileChanges files) {
        this.files = requireNonNull(files, "files is null");
    }

    /** Both together, this one's first, to be committed in one step. */
    public TableChanges plus(TableChanges later) {
        return new TableChanges(files.plus(later.files));
    }

    FileChanges files() {
        return files;
    }

    /** Whether there is nothing to commit. */
    public boolean isEmpty() {
        return files.isEmpty();
    }

    /** Number of new files. */
    public int fileCount() {
        return files.appends().stream()
                .mapToInt(append -> append.files().size())
                .sum();
    }

    /** Bytes of those files. */
    public long fileBytes() {
        return files.appends().stream()
                .flatMap(append -> append.files().stream())
                .mapToLong(DataFileMeta::sizeBytes)
                .sum();
    }
}
