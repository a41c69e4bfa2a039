package dev.varve.table.memtable;

import static java.util.Objects.requireNonNull;

import dev.varve.table.datafile.KeyValueLayout;
import dev.varve.table.merge.KeyValueReader;
import dev.varve.table.merge.SequenceOrder;
import java.util.List;

/**
 * Sorted versions in a part of a spill file, any number of versions a key. Readable when the file is complete. Whoever has it
 * releases it once.
 */
public final class SpilledRun {
    private final SpillFile file;
    private final long position;
    private final long bytes;
    private final long rawBytes;
    private final int versions;

    SpilledRun(SpillFile file, long position, long bytes, long rawBytes, int versions) {
        this.file = requireNonNull(file, "file is null");
        this.position = position;
        this.bytes = bytes;
        this.rawBytes = rawBytes;
        this.versions = versions;
    }

    /** Its size on disk. */
    public long bytes() {
        return bytes;
    }

    /** Its size before compression. */
    long rawBytes() {
        return rawBytes;
    }

    /** How many versions it holds. */
    public int versions() {
        return versions;
    }

    SpillFile file() {
        return file;
    }

    long position() {
        return position;
    }

    /** Opens this run alone; the caller closes the reader. */
    public KeyValueReader open(KeyValueLayout layout) {
        return new VersionReader(
                SpilledEntries.open(List.of(this), new EntryOrder(layout, SequenceOrder.ARRIVAL)), layout);
    }

    /** Gives its disk space back, at the latest when the other runs in its file are released too. Nothing reads it any more. */
    public void release() {
        file.release();
    }
}
