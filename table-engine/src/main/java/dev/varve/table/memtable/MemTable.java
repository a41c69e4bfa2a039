package dev.varve.table.memtable;

import static java.util.Objects.requireNonNull;

import dev.varve.table.datafile.KeyValueLayout;
import dev.varve.table.merge.KeyValueReader;
import dev.varve.table.merge.MergeFunction;
import dev.varve.table.merge.SequenceOrder;
import dev.varve.table.row.BinaryRow;
import dev.varve.table.row.KeyPrefix;
import dev.varve.table.row.KeyValue;
import dev.varve.table.row.ProjectedRow;
import dev.varve.table.row.RowComparator;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * Versions of one bucket in memory: appended in arrival order, sorted when they are read.
 *
 * <pre>
 * arena   entry: length int32 | sequence int64 | binary row, kind in its header       in arrival order
 * index   entry: key prefix int64 | address of the arena entry                        sorted by key, then age
 * </pre>
 *
 * <p>There is no object per version: a key is a view of its row, a row a view of the arena. An empty table holds no memory of the
 * budget. Confined to one thread at a time; a flush on another thread is a hand-over.
 */
public final class MemTable {
    private static final int HEADER_BYTES = Integer.BYTES + Long.BYTES;
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final KeyValueLayout layout;
    private final SequenceOrder order;
    private final KeyPrefix prefix;
    private final boolean prefixDecides;
    private final Arena arena;
    private final EntryIndex index;
    private long lastSequence = -1;

    public MemTable(KeyValueLayout layout, SequenceOrder order, MemoryBudget budget) {
        this.layout = requireNonNull(layout, "layout is null");
        this.order = requireNonNull(order, "order is null");
        this.prefix = layout.valuePrefix();
        this.prefixDecides = prefix.isDecisive();
        this.arena = new Arena(budget);
        this.index = new EntryIndex(budget);
    }

    /**
     * Takes one version; the row is copied.
     *
     * @param sequence larger than that of every version before, since the last {@link #clear}
     * @param row a value row with the version's kind in its header
     * @return false if the budget has no memory for it; the table is unchanged then
     * @throws dev.varve.table.error.LimitExceededException if no table could ever take the row
     */
    public boolean put(long sequence, BinaryRow row) {
        if (sequence <= lastSequence) {
            throw new IllegalStateException("sequence " + sequence + " does not follow " + lastSequence);
        }
        int length = Math.addExact(HEADER_BYTES, row.sizeInBytes());
        arena.requirePossible(length + EntryIndex.LEAST_BYTES);
        if (!index.tryGrow()) {
            return false;
        }
        long address = arena.allocate(length);
        if (address < 0) {
            return false;
        }
        byte[] chunk = arena.chunk(address);
        int at = Arena.offset(address);
        INT.set(chunk, at, row.sizeInBytes());
        LONG.set(chunk, at + Integer.BYTES, sequence);
        System.arraycopy(row.array(), row.offset(), chunk, at + HEADER_BYTES, row.sizeInBytes());
        index.append(prefix.of(row), address, prefixDecides && order.isArrival());
        lastSequence = sequence;
        return true;
    }

    public boolean isEmpty() {
        return index.count() == 0;
    }

    /** Number of versions. */
    public int size() {
        return index.count();
    }

    /** Bytes taken from the budget. */
    public long bytes() {
        return arena.bytes() + index.bytes();
    }

    /** Forgets all versions and gives all memory back. Readers of this table are invalid afterwards. */
    public void clear() {
        arena.clear();
        index.clear();
        lastSequence = -1;
    }

    /** All versions by key, then from old to new. Sorts the table; nothing may be put while the reader is in use. */
    public KeyValueReader versions() {
        sort();
        return new VersionReader();
    }

    /**
     * Like {@link #versions}, but the versions of a key merged into one.
     *
     * @param function used by this reader only
     */
    public KeyValueReader merged(MergeFunction function) {
        sort();
        return new MergedReader(function);
    }

    private void sort() {
        BinaryRow left = newRow();
        BinaryRow right = newRow();
        RowComparator keys = layout.valueOrder();
        index.sort((leftAddress, rightAddress) -> {
            if (!prefixDecides || !order.isArrival()) {
                point(left, leftAddress);
                point(right, rightAddress);
                int byKey = prefixDecides ? 0 : keys.compare(left, right);
                int byAge = byKey != 0 ? byKey : order.compareValues(left, right);
                if (byAge != 0) {
                    return byAge;
                }
            }
            // Sequence numbers grow with addresses.
            return Long.compare(leftAddress, rightAddress);
        });
    }

    private BinaryRow newRow() {
        return new BinaryRow(layout.valueType().arity());
    }

    private BinaryRow point(BinaryRow row, long address) {
        byte[] chunk = arena.chunk(address);
        int at = Arena.offset(address);
        return row.pointTo(chunk, at + HEADER_BYTES, (int) INT.get(chunk, at));
    }

    /** A version as seen through reusable views. */
    private final class View {
        private final BinaryRow row = newRow();
        private final ProjectedRow key = layout.newKeyView().over(row);
        private final KeyValue version = new KeyValue();

        KeyValue at(long address) {
            point(row, address);
            long sequence = (long) LONG.get(arena.chunk(address), Arena.offset(address) + Integer.BYTES);
            return version.replace(key, sequence, row.kind(), row);
        }
    }

    private final class VersionReader implements KeyValueReader {
        private final View view = new View();
        private int next;

        @Override
        public boolean advance() {
            if (next == index.count()) {
                return false;
            }
            view.at(index.address(next++));
            return true;
        }

        @Override
        public KeyValue current() {
            return view.version;
        }

        @Override
        public void close() {}
    }

    /**
     * Feeds groups of equal keys to the function. Versions must stay valid until their key is done, so each one of a key is
     * seen through views of its own; those of the first few are used again for the next key.
     */
    private final class MergedReader implements KeyValueReader {
        private static final int KEPT_VIEWS = 32;

        private final MergeFunction function;
        private final RowComparator keys = layout.valueOrder();
        private final View first = new View();
        private final List<View> further = new ArrayList<>();
        private final BinaryRow other = newRow();
        private int next;
        private KeyValue result;

        MergedReader(MergeFunction function) {
            this.function = requireNonNull(function, "function is null");
        }

        @Override
        public boolean advance() {
            while (next < index.count()) {
                function.reset();
                function.add(first.at(index.address(next)));
                int start = next++;
                while (next < index.count() && sameKey(start, next)) {
                    function.add(furtherView(next - start - 1).at(index.address(next)));
                    next++;
                }
                result = function.result();
                if (result != null) {
                    return true;
                }
            }
            return false;
        }

        private View furtherView(int number) {
            if (number < further.size()) {
                return further.get(number);
            }
            View view = new View();
            if (number < KEPT_VIEWS) {
                further.add(view);
            }
            return view;
        }

        /** Whether another entry has the key of the one that {@link #first} shows. */
        private boolean sameKey(int start, int entry) {
            return index.prefix(start) == index.prefix(entry)
                    && (prefixDecides || keys.compare(first.row, point(other, index.address(entry))) == 0);
        }

        @Override
        public KeyValue current() {
            return result;
        }

        @Override
        public void close() {}
    }
}
