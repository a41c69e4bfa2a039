package dev.varve.table.write;

import dev.varve.table.manifest.DataFileMeta;
import java.util.ArrayList;
import java.util.List;

/**
 * What flushes of one bucket wrote.
 *
 * @param files of level 0
 * @param changelog what was flushed, if the table's changelog is what is written
 */
record FlushedFiles(List<DataFileMeta> files, List<DataFileMeta> changelog) {
    static final FlushedFiles NONE = new FlushedFiles(List.of(), List.of());

    FlushedFiles {
        files = List.copyOf(files);
        changelog = List.copyOf(changelog);
    }

    boolean isEmpty() {
        return files.isEmpty() && changelog.isEmpty();
    }

    /** Both together, this one's first. */
    FlushedFiles plus(FlushedFiles later) {
        return new FlushedFiles(joined(files, later.files), joined(changelog, later.changelog));
    }

    /** Data and changelog files. */
    List<DataFileMeta> all() {
        return joined(files, changelog);
    }

    private static List<DataFileMeta> joined(List<DataFileMeta> first, List<DataFileMeta> second) {
        List<DataFileMeta> all = new ArrayList<>(first);
        all.addAll(second);
        return all;
    }
}
