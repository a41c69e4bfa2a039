package dev.varve.table.compact;

import static java.util.Objects.requireNonNull;

import dev.varve.table.datafile.DataFileReaders;
import dev.varve.table.datafile.KeyValueLayout;
import dev.varve.table.lsm.OpenRuns;
import dev.varve.table.lsm.Section;
import dev.varve.table.lsm.SectionReader;
import dev.varve.table.lsm.SortedRun;
import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.merge.KeyValueReader;
import dev.varve.table.merge.MergeRules;
import dev.varve.table.row.Row;
import java.util.Collection;
import java.util.List;

/**
 * Keys that a first-row table already has below a compaction (semantics, merge engines, section 3): a version of such a key is not
 * written a second time, since readers take the files above level 0 as they are, without a merge. Only key columns are read, of
 * files whose key range meets that of the compaction. Immutable.
 */
final class KnownKeys {
    private final KeyValueLayout keys;
    private final DataFileReaders readers;
    private final MergeRules rules;
    private final OpenRuns openRuns;

    /**
     * @param readers open files with the key columns alone
     */
    KnownKeys(DataFileReaders readers, MergeRules rules, OpenRuns openRuns) {
        this.readers = requireNonNull(readers, "readers is null");
        this.keys = readers.layout();
        this.rules = requireNonNull(rules, "rules is null");
        this.openRuns = requireNonNull(openRuns, "openRuns is null");
    }

    /** The files of older runs that may hold a key of some files. */
    List<DataFileMeta> meeting(Collection<DataFileMeta> files, List<SortedRun> older) {
        return older.stream()
                .flatMap(run -> run.files().stream())
                .filter(known -> files.stream().anyMatch(file -> meet(file, known)))
                .toList();
    }

    private boolean meet(DataFileMeta left, DataFileMeta right) {
        return isAtMost(left.minKey(), right.maxKey()) && isAtMost(right.minKey(), left.maxKey());
    }

    private boolean isAtMost(Row left, Row right) {
        return keys.keyOrder().compare(left, right) <= 0;
    }

    /** Versions without those whose key is in the files. Takes the reader over. */
    KeyValueReader without(KeyValueReader versions, BucketId bucket, List<DataFileMeta> known) {
        if (known.isEmpty()) {
            return versions;
        }
        var merge = new SectionReader.Merge(
                keys, rules.order(), file -> readers.open(bucket, file), rules.function(), openRuns);
        return new NewKeys(
                versions, SectionReader.open(Section.partition(known, keys.keyOrder()), merge, false), keys.keyOrder());
    }
}
