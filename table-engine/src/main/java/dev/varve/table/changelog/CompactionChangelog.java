package dev.varve.table.changelog;

import static java.util.Objects.requireNonNull;

import dev.varve.table.datafile.DataFileWriters;
import dev.varve.table.manifest.BucketId;
import dev.varve.table.option.ChangelogOptions;
import dev.varve.table.option.ChangelogProducer;
import dev.varve.table.option.TableOptions;
import dev.varve.table.type.RowType;
import java.util.List;
import java.util.Optional;

/**
 * What compactions of a table tell readers of changes. Immutable.
 *
 * @param producer of the table
 * @param rowDeduplicate whether changes that change nothing are left out
 * @param ignored columns that do not count in that
 */
public record CompactionChangelog(ChangelogProducer producer, boolean rowDeduplicate, List<String> ignored) {
    /** Nothing. */
    public static final CompactionChangelog NONE = new CompactionChangelog(ChangelogProducer.NONE, false, List.of());

    public CompactionChangelog {
        requireNonNull(producer, "producer is null");
        ignored = List.copyOf(ignored);
    }

    public static CompactionChangelog of(TableOptions options) {
        ChangelogOptions changelog = options.changelog();
        return new CompactionChangelog(
                changelog.producer(), changelog.rowDeduplicate(), changelog.rowDeduplicateIgnoredColumns());
    }

    /**
     * Whether a compaction tells anything: one that takes files off level 0, or, where full compactions are what readers see, one
     * that goes to the highest level.
     */
    public boolean isMadeOn(int outputLevel, int highestLevel) {
        return switch (producer) {
            case NONE, INPUT -> false;
            case LOOKUP -> true;
            case FULL_COMPACTION -> outputLevel == highestLevel;
        };
    }

    /**
     * The levels below this one hold changes that readers have not been told of yet when a compaction begins, those from it on what
     * they know.
     */
    public int toldFrom(int highestLevel) {
        return switch (producer) {
            case NONE, INPUT, LOOKUP -> 1;
            case FULL_COMPACTION -> highestLevel;
        };
    }

    /**
     * A writer for one compaction. No file exists before its first row.
     *
     * @param outputLevel of the data files that are written along with it
     */
    public ChangeWriter open(DataFileWriters writers, BucketId bucket, int outputLevel) {
        RowType type = writers.layout().valueType();
        return new ChangeWriter(
                writers.openChangelog(bucket, outputLevel),
                rowDeduplicate ? Optional.of(new SameValues(type, ignored)) : Optional.empty());
    }
}
