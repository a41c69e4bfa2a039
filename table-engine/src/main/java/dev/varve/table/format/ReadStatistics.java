package dev.varve.table.format;

import java.util.concurrent.atomic.LongAdder;

/** Counts what reads of data files have touched. Safe for use by several threads. */
public final class ReadStatistics {
    private final LongAdder filesOpened = new LongAdder();
    private final LongAdder filesSkipped = new LongAdder();
    private final LongAdder rowGroupsRead = new LongAdder();
    private final LongAdder rowGroupsSkipped = new LongAdder();
    private final LongAdder columnsRead = new LongAdder();
    private final LongAdder pagesRead = new LongAdder();

    public void fileOpened() {
        filesOpened.increment();
    }

    /** An index has said that nothing wanted is in the file. */
    public void fileSkipped() {
        filesSkipped.increment();
    }

    public void rowGroupRead() {
        rowGroupsRead.increment();
    }

    public void rowGroupSkipped() {
        rowGroupsSkipped.increment();
    }

    /** Columns of a row group are read, as a whole or some pages. */
    public void columnsRead(int count) {
        columnsRead.add(count);
    }

    /** A page of one column was decompressed, dictionaries not counted. */
    public void pageRead() {
        pagesRead.increment();
    }

    public long filesOpened() {
        return filesOpened.sum();
    }

    public long filesSkipped() {
        return filesSkipped.sum();
    }

    public long rowGroupsRead() {
        return rowGroupsRead.sum();
    }

    public long rowGroupsSkipped() {
        return rowGroupsSkipped.sum();
    }

    public long columnsRead() {
        return columnsRead.sum();
    }

    public long pagesRead() {
        return pagesRead.sum();
    }

    @Override
    public String toString() {
        return "filesOpened=" + filesOpened + " filesSkipped=" + filesSkipped + " rowGroupsRead=" + rowGroupsRead
                + " rowGroupsSkipped=" + rowGroupsSkipped + " columnsRead=" + columnsRead + " pagesRead=" + pagesRead;
    }
}
