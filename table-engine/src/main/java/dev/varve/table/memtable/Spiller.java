package dev.varve.table.memtable;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.StorageException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Empties the memory of MemTables onto the local disk, many tables into one file: thousands of small buckets that yield together
 * cost one file, not thousands. Confined to one thread; the runs may be read and released by others.
 */
public final class Spiller {
    private static final Logger LOG = LoggerFactory.getLogger(Spiller.class);

    private final SpillDirectory directory;
    private final SpillSettings settings;
    private final AtomicLong diskBytes = new AtomicLong();

    public Spiller(SpillDirectory directory, SpillSettings settings) {
        this.directory = requireNonNull(directory, "directory is null");
        this.settings = requireNonNull(settings, "settings is null");
    }

    /** Bytes of the files that hold runs of this spiller's tables. */
    public long diskBytes() {
        return diskBytes.get();
    }

    /**
     * Spills all tables that hold memory, or none.
     *
     * @return false if there is no disk space for them: the settings' limit would be exceeded, or the disk does not take it. The
     *     tables are as before
     */
    public boolean trySpill(Collection<MemTable> tables) {
        List<MemTable> filled =
                tables.stream().filter(table -> table.bytes() > 0).toList();
        long wantedBytes = 0;
        for (MemTable table : filled) {
            wantedBytes += table.spillBytes(settings.maxRuns());
        }
        if (filled.isEmpty() || !directory.isAvailable() || wantedBytes > settings.maxDiskBytes() - diskBytes.get()) {
            return false;
        }
        List<MemTable.Spill> spills = new ArrayList<>(filled.size());
        try (SpillWriter writer = new SpillWriter(directory, settings, diskBytes)) {
            for (MemTable table : filled) {
                spills.add(table.spillTo(writer, settings.maxRuns()));
            }
            writer.finish();
        } catch (StorageException e) {
            LOG.warn("buffers cannot be spilled and are flushed instead, for a minute at least: {}", e.getMessage());
            return false;
        }
        spills.forEach(MemTable.Spill::complete);
        LOG.debug("spilled: buffers={} bytes={} disk={}", spills.size(), wantedBytes, diskBytes());
        return true;
    }
}
