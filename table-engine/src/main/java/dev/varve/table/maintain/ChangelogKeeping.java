package dev.varve.table.maintain;

import dev.varve.table.manifest.FileSource;
import dev.varve.table.manifest.ManifestEntry;
import dev.varve.table.option.ChangelogProducer;
import dev.varve.table.option.TableOptions;

/** What stays of the changes of a snapshot that expires (format page, snapshots 3.10). */
enum ChangelogKeeping {
    /** Nothing: the changelog is kept as long as the snapshot. */
    WITH_SNAPSHOT,
    /** Changelog files, and what names them. */
    CHANGELOG_FILES,
    /** In a table without changelog files, the data files as they were flushed, and what names them. */
    FLUSHED_FILES;

    static ChangelogKeeping of(TableOptions options) {
        if (!options.changelogDecoupled()) {
            return WITH_SNAPSHOT;
        }
        return options.changelogProducer() == ChangelogProducer.NONE ? FLUSHED_FILES : CHANGELOG_FILES;
    }

    boolean isLonger() {
        return this != WITH_SNAPSHOT;
    }

    /** Whether a data file stays although no snapshot needs it; one of which it is not known who wrote it stays as well. */
    boolean keeps(ManifestEntry dataFile) {
        return this == FLUSHED_FILES && dataFile.file().source().orElse(FileSource.APPEND) == FileSource.APPEND;
    }
}
