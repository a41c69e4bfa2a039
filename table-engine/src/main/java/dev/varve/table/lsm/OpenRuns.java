package dev.varve.table.lsm;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.Check;
import dev.varve.table.memtable.SpillDirectory;
import dev.varve.table.memtable.SpillSettings;
import dev.varve.table.option.TableOptions;
import java.util.Optional;

/**
 * How many runs of a section are read from their data files at once (semantics, LSM tree, section 8): every open data file holds
 * buffers of a row group, a spilled run those of one block. Immutable.
 */
public final class OpenRuns {
    /** Any number. */
    public static final OpenRuns UNBOUNDED = new OpenRuns(Integer.MAX_VALUE, Optional.empty());

    private final int limit;
    private final Optional<Disk> disk;

    /** Where further runs are copied to. */
    record Disk(SpillDirectory directory, SpillSettings settings) {
        Disk {
            requireNonNull(directory, "directory is null");
            requireNonNull(settings, "settings is null");
        }
    }

    private OpenRuns(int limit, Optional<Disk> disk) {
        this.limit = limit;
        this.disk = disk;
    }

    /** At most {@code limit} runs, 2 or more; the smallest of the others are copied to the local disk first. */
    public static OpenRuns atMost(int limit, SpillDirectory directory, SpillSettings settings) {
        Check.argument(limit >= 2, "a merge of %s runs", limit);
        return new OpenRuns(limit, Optional.of(new Disk(directory, settings)));
    }

    /** As many as {@code sort-spill-threshold} says; any number where there is no local disk to use. */
    public static OpenRuns of(TableOptions options, Optional<SpillDirectory> directory) {
        return directory
                .map(there -> atMost(options.sortSpillThreshold(), there, SpillSettings.of(options)))
                .orElse(UNBOUNDED);
    }

    /** How many of these runs are to be copied. */
    int surplus(int runs) {
        return Math.max(0, runs - limit);
    }

    /** Where to copy them to; empty if no local disk takes anything now. */
    Optional<Disk> disk() {
        return disk.filter(there -> there.directory().isAvailable());
    }
}
