package dev.varve.table.memtable;

import static java.util.Objects.requireNonNull;

import dev.varve.table.datafile.KeyValueLayout;
import dev.varve.table.merge.KeyValueReader;
import dev.varve.table.merge.SequenceOrder;
import dev.varve.table.merge.VersionJoin;
import dev.varve.table.row.BinaryRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Versions of one bucket: appended to memory in arrival order, sorted when they are read. What memory has no room for lies in
 * {@linkplain SpilledRun spilled runs} and is merged in when the table is read, so that nobody can tell the difference.
 *
 * <pre>
 * arena   entry: length int32 | sequence int64 | binary row, kind in its header       in arrival order
 * index   entry: key prefix int64 | address of the arena entry                        sorted by key, then age
 * runs    entries as in the arena                                                     sorted by key, then age
 * </pre>
 *
 * <p>There is no object per version: a key is a view of its row, a row a view of the arena. An empty table holds no memory of the
 * budget. All versions are kept, in runs too: what a merge function makes of them may depend on all. Confined to one thread at a
 * time; a flush on another thread is a hand-over.
 */
public final class MemTable {
    private final KeyValueLayout layout;
    private final EntryOrder order;
    private final Arena arena;
    private final EntryIndex index;
    private List<SpilledRun> spilled = List.of();
    private long lastSequence = -1;

    public MemTable(KeyValueLayout layout, SequenceOrder order, MemoryBudget budget) {
        this.layout = requireNonNull(layout, "layout is null");
        this.order = new EntryOrder(layout, order);
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
        int length = Entry.lengthOf(row);
        arena.requirePossible(length + EntryIndex.LEAST_BYTES);
        if (!index.tryGrow()) {
            return false;
        }
        long address = arena.allocate(length);
        if (address < 0) {
            if (index.count() == 0) {
                // Memory is held by versions only: whoever is asked to yield must be able to.
                index.clear();
            }
            return false;
        }
        Entry.write(arena.chunk(address), Arena.offset(address), sequence, row);
        index.append(order.prefixOf(row), address, order.isPrefixThenSequence());
        lastSequence = sequence;
        return true;
    }

    /** Whether it holds no version at all. */
    public boolean isEmpty() {
        return index.count() == 0 && spilled.isEmpty();
    }

    /** Number of versions, spilled ones included. */
    public long size() {
        long size = index.count();
        for (SpilledRun run : spilled) {
            size += run.versions();
        }
        return size;
    }

    /** Bytes taken from the budget; 0 if and only if no version is in memory. */
    public long bytes() {
        return arena.bytes() + index.bytes();
    }

    /** Bytes that {@link #spillTo} writes at most, if they cannot be compressed. */
    long spillBytes(int maxRuns) {
        long bytes = arena.bytes();
        for (SpilledRun run : runsToMerge(maxRuns)) {
            bytes += run.rawBytes();
        }
        return bytes;
    }

    /** Forgets all versions and gives all memory and disk space back. Readers of this table are invalid afterwards. */
    public void clear() {
        List<SpilledRun> released = spilled;
        spilled = List.of();
        forgetMemory();
        lastSequence = -1;
        released.forEach(SpilledRun::release);
    }

    private void forgetMemory() {
        arena.clear();
        index.clear();
    }

    /**
     * Writes the versions in memory, of which there are some, as one more run. If there are {@code maxRuns} runs already, about
     * half of them, the small ones, become one before: the large ones are not written again and again. Nothing has changed before
     * {@link Spill#complete}.
     */
    Spill spillTo(SpillWriter writer, int maxRuns) {
        List<SpilledRun> replaced = runsToMerge(maxRuns);
        List<SpilledRun> runs = new ArrayList<>(spilled);
        runs.removeAll(replaced);
        if (!replaced.isEmpty()) {
            try (Entries entries = SpilledEntries.open(replaced, order)) {
                runs.add(write(entries, writer));
            }
        }
        runs.add(write(memoryEntries(), writer));
        return new Spill(List.copyOf(runs), replaced);
    }

    private List<SpilledRun> runsToMerge(int maxRuns) {
        if (spilled.size() < maxRuns) {
            return List.of();
        }
        return spilled.stream()
                .sorted(Comparator.comparingLong(SpilledRun::bytes))
                .limit(spilled.size() - maxRuns / 2 + 1)
                .toList();
    }

    private static SpilledRun write(Entries entries, SpillWriter writer) {
        while (entries.advance()) {
            writer.add(entries.bytes(), entries.offset());
        }
        return writer.endRun();
    }

    /** What the table's runs will be when the file is complete. */
    final class Spill {
        private final List<SpilledRun> runs;
        private final List<SpilledRun> replaced;

        private Spill(List<SpilledRun> runs, List<SpilledRun> replaced) {
            this.runs = runs;
            this.replaced = replaced;
        }

        /** The file is complete: the versions in memory are not needed any more. */
        void complete() {
            spilled = runs;
            forgetMemory();
            replaced.forEach(SpilledRun::release);
        }
    }

    /** All versions by key, then from old to new. Sorts the table; nothing may be put while the reader is in use. */
    public KeyValueReader versions() {
        return new VersionReader(entries(), layout);
    }

    /**
     * Like {@link #versions}, but key by key, the versions of a key joined.
     *
     * @param join used by this reader only
     */
    public JoinedVersions joined(VersionJoin join) {
        return new JoinedVersions(entries(), order, layout, join);
    }

    private Entries entries() {
        if (spilled.isEmpty()) {
            return memoryEntries();
        }
        List<Entries> memory = index.count() == 0 ? List.of() : List.of(memoryEntries());
        return SpilledEntries.open(spilled, memory, order);
    }

    private Entries memoryEntries() {
        index.sort((left, right) -> order.isPrefixThenSequence()
                // Sequence numbers grow with addresses.
                ? Long.compare(left, right)
                : order.compare(arena.chunk(left), Arena.offset(left), arena.chunk(right), Arena.offset(right)));
        return new MemoryEntries();
    }

    private final class MemoryEntries implements Entries {
        private int current = -1;

        @Override
        public boolean advance() {
            return ++current < index.count();
        }

        @Override
        public byte[] bytes() {
            return arena.chunk(index.address(current));
        }

        @Override
        public int offset() {
            return Arena.offset(index.address(current));
        }

        @Override
        public long prefix() {
            return index.prefix(current);
        }

        @Override
        public void close() {}
    }
}
