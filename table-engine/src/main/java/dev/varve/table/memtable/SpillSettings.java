package dev.varve.table.memtable;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.Check;
import dev.varve.table.option.TableOptions;

/**
 * What a table's options say about spilling.
 *
 * @param codec of blocks
 * @param maxDiskBytes what the spill files of one table writer may take together
 * @param maxRuns runs of one bucket that are open at once, at least 2: more are merged before
 */
public record SpillSettings(SpillCodec codec, long maxDiskBytes, int maxRuns) {
    public SpillSettings {
        requireNonNull(codec, "codec is null");
        Check.argument(maxRuns >= 2, "%s runs", maxRuns);
    }

    /**
     * The settings of a table.
     *
     * @throws dev.varve.table.error.InvalidInputException naming the option that cannot be followed
     */
    public static SpillSettings of(TableOptions options) {
        return new SpillSettings(
                SpillCodec.of(options.spillCompression(), options.spillZstdLevel()),
                options.writeBufferSpillMaxDiskBytes(),
                Math.max(2, options.localSortMaxFileHandles()));
    }
}
