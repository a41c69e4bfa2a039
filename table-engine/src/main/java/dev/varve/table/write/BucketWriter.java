package dev.varve.table.write;

import static java.util.Objects.requireNonNull;

import dev.varve.table.datafile.DataFileWriters;
import dev.varve.table.error.Check;
import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.memtable.MemTable;
import dev.varve.table.merge.MergeRules;
import dev.varve.table.row.BinaryRow;
import java.util.List;

/**
 * The open end of one bucket: numbers its rows, buffers them, and keeps the files that it has flushed but not handed over yet.
 * Confined to one thread at a time: that of the {@link TableWrite}, or one of its helpers while it waits for them.
 */
final class BucketWriter {
    private final BucketId bucket;
    private final int totalBuckets;
    private final MemTable memTable;
    private final boolean logsInput;
    private FlushedFiles flushed = FlushedFiles.NONE;
    private long nextSequence;
    private boolean stale = true;
    private long lastUse;

    /**
     * @param totalBuckets number of buckets among which the rows of its partition are distributed
     * @param logsInput whether what is written goes into changelog files as well
     */
    BucketWriter(BucketId bucket, int totalBuckets, MemTable memTable, boolean logsInput) {
        this.bucket = requireNonNull(bucket, "bucket is null");
        this.totalBuckets = totalBuckets;
        this.memTable = requireNonNull(memTable, "memTable is null");
        this.logsInput = logsInput;
    }

    BucketId bucket() {
        return bucket;
    }

    int totalBuckets() {
        return totalBuckets;
    }

    /** Whether the live files must be looked at before the next row. */
    boolean isStale() {
        return stale;
    }

    /** Makes the next row look at the live files first. Numbers given so far are never given again. */
    void markStale() {
        Check.that(memTable.isEmpty(), "rows of %s are buffered under numbers that may be too small", bucket);
        stale = true;
    }

    /**
     * Continues behind what is there.
     *
     * @param maxSequence largest sequence number of the live files, -1 for none
     */
    void continueAfter(long maxSequence) {
        nextSequence = Math.max(nextSequence, maxSequence + 1);
        stale = false;
    }

    /** Takes a row under the next number; false if there is no memory for it. */
    boolean put(BinaryRow row, long now) {
        if (!memTable.put(nextSequence, row)) {
            return false;
        }
        nextSequence++;
        lastUse = now;
        return true;
    }

    MemTable memTable() {
        return memTable;
    }

    /** Memory of the buffer; spilled rows are not in it. */
    long bufferedBytes() {
        return memTable.bytes();
    }

    boolean hasRows() {
        return !memTable.isEmpty();
    }

    /** When the last row came, in commits. */
    long lastUse() {
        return lastUse;
    }

    /** Whether anything has to be done or handed over at the next prepare. */
    boolean isDirty() {
        return hasRows() || !flushed.isEmpty();
    }

    /** Files flushed since the last hand-over. */
    FlushedFiles flushed() {
        return flushed;
    }

    /** Writes the buffer's joined versions to level 0, and their changelog, and empties it. On failure no file remains and the buffer is as before. */
    void flush(DataFileWriters writers, MergeRules rules) {
        if (memTable.isEmpty()) {
            return;
        }
        flushed = flushed.plus(FlushLayers.flush(memTable, rules, writers, bucket, logsInput));
        memTable.clear();
    }

    /** Everything flushed now belongs to somebody else. */
    void handOver() {
        flushed = FlushedFiles.NONE;
    }

    /** Forgets buffered rows and returns the files that nobody has got: they are to be deleted. */
    List<DataFileMeta> discard() {
        List<DataFileMeta> orphans = flushed.all();
        memTable.clear();
        flushed = FlushedFiles.NONE;
        stale = true;
        return orphans;
    }
}
