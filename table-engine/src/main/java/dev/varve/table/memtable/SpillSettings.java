package dev.varve.table.memtable;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.option.TableOptions;

/**
 * What a table's options say about spilling.
 *
 * @param codec of blocks
 * @param maxDiskBytes what the spill files of one table writer may take together
 * @param maxRuns runs of one bucket that are open at once: more are merged before
 */
public record SpillSettings(SpillCodec codec, long maxDiskBytes, int maxRuns) {
    public SpillSettings {
        requireNonNull(codec, "codec is null");
        if (maxRuns < 2) {
            throw new InvalidInputException(
                    "option 'local-sort.max-num-file-handles' = '" + maxRuns + "' must be at least 2");
        }
    }

    /**
     * The settings of a table.
     *
     * @throws InvalidInputException naming the option that cannot be followed
     */
    public static SpillSettings of(TableOptions options) {
        return new SpillSettings(
                SpillCodec.of(options.spillCompression(), options.spillZstdLevel()),
                options.writeBufferSpillMaxDiskBytes(),
                options.localSortMaxFileHandles());
    }
}
