package dev.varve.table.memtable;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.StorageException;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * The entries of one run in a spill file. Every block gets an array of its own, so entries stay valid, and is checked before
 * anything in it is believed: damage is an error, never a wrong row. Confined to one thread.
 */
final class SpilledEntries implements Entries {
    private final SpilledRun run;
    private final EntryOrder order;
    private final Blocks blocks;
    private SpillStore.Input input;
    private long position;
    private byte[] block;
    private int at;
    private int next;
    private int versions;
    private long prefix;

    /** What the runs of one merge share: nothing of it is needed by two at once. */
    private static final class Blocks {
        private final SpillCodec.Decompressor decompressor;
        private final CRC32C checksum = new CRC32C();
        private final byte[] header = new byte[16];
        private byte[] compressed = new byte[0];

        Blocks(SpillCodec codec) {
            decompressor = codec.decompressor();
        }

        byte[] compressed(int length) {
            if (compressed.length < length) {
                compressed = new byte[Math.max(length, Math.min(SpillWriter.BLOCK_BYTES, 2 * compressed.length))];
            }
            return compressed;
        }
    }

    private SpilledEntries(SpilledRun run, EntryOrder order, Blocks blocks) {
        this.run = requireNonNull(run, "run is null");
        this.order = requireNonNull(order, "order is null");
        this.blocks = requireNonNull(blocks, "blocks is null");
        this.position = run.position();
    }

    /** Runs as one stream. Files are opened with the first {@link Entries#advance}. */
    static Entries open(List<SpilledRun> runs, EntryOrder order) {
        return open(runs, List.of(), order);
    }

    /**
     * Runs and other entries as one stream.
     *
     * @param runs at least one, all of one codec
     */
    static Entries open(List<SpilledRun> runs, List<? extends Entries> others, EntryOrder order) {
        Blocks blocks = new Blocks(runs.get(0).file().codec());
        List<Entries> all = new ArrayList<>(others);
        for (SpilledRun run : runs) {
            all.add(new SpilledEntries(run, order, blocks));
        }
        return new Sharing(all.size() == 1 ? all.get(0) : new MergedEntries(all, order), blocks);
    }

    /** Frees what the runs share when the last one is done with. */
    private record Sharing(Entries entries, Blocks blocks) implements Entries {
        @Override
        public boolean advance() {
            return entries.advance();
        }

        @Override
        public byte[] bytes() {
            return entries.bytes();
        }

        @Override
        public int offset() {
            return entries.offset();
        }

        @Override
        public long prefix() {
            return entries.prefix();
        }

        @Override
        public void close() {
            try {
                entries.close();
            } finally {
                blocks.decompressor.close();
            }
        }
    }

    @Override
    public boolean advance() {
        if (block == null || next == block.length) {
            if (position == run.position() + run.bytes()) {
                requireAllVersions();
                close();
                return false;
            }
            readBlock();
        }
        at = next;
        if (at > block.length - Entry.HEADER_BYTES) {
            throw damaged("an entry goes beyond its block", null);
        }
        int length = Entry.length(block, at);
        if (length < Entry.HEADER_BYTES || length > block.length - at) {
            throw damaged("an entry of " + length + " bytes goes beyond its block", null);
        }
        next = at + length;
        versions++;
        prefix = order.prefixOf(block, at);
        return true;
    }

    private void requireAllVersions() {
        if (versions != run.versions()) {
            throw damaged(versions + " versions found where " + run.versions() + " were written", null);
        }
    }

    private void readBlock() {
        if (input == null) {
            input = run.file().directory().open(run.file().name());
        }
        long left = run.position() + run.bytes() - position - SpillWriter.HEADER_BYTES;
        if (left < 0) {
            throw damaged("a block goes beyond its run", null);
        }
        read(position, blocks.header, SpillWriter.HEADER_BYTES);
        ByteBuffer header = ByteBuffer.wrap(blocks.header);
        int sum = header.getInt();
        int rawLength = header.getInt();
        int length = header.getInt();
        if (length < 0 || length > left || rawLength < length) {
            throw damaged("a block claims to hold " + rawLength + " bytes in " + length, null);
        }
        byte[] stored = length == rawLength ? new byte[length] : blocks.compressed(length);
        read(position + SpillWriter.HEADER_BYTES, stored, length);
        if (sum != SpillWriter.checksum(blocks.checksum, blocks.header, position, rawLength, stored, length)) {
            throw damaged("wrong checksum of the block at " + position, null);
        }
        block = length == rawLength ? stored : decompress(stored, length, rawLength);
        next = 0;
        position += SpillWriter.HEADER_BYTES + length;
    }

    private byte[] decompress(byte[] stored, int length, int rawLength) {
        byte[] raw = new byte[rawLength];
        int actual;
        try {
            actual = blocks.decompressor.decompress(stored, length, raw);
        } catch (RuntimeException e) {
            throw damaged("the block at " + position + " cannot be decompressed", e);
        }
        if (actual != rawLength) {
            throw damaged(
                    "the block at " + position + " has " + actual + " bytes where " + rawLength + " are claimed", null);
        }
        return raw;
    }

    private void read(long from, byte[] to, int length) {
        try {
            input.readFully(from, to, 0, length);
        } catch (EOFException e) {
            throw damaged("it ends before byte " + (from + length), e);
        } catch (IOException e) {
            throw run.file().directory().readFailure(run.file().name(), e.toString(), e);
        }
    }

    private StorageException damaged(String what, Exception cause) {
        return run.file().directory().readFailure(run.file().name(), "it is damaged, " + what, cause);
    }

    @Override
    public byte[] bytes() {
        return block;
    }

    @Override
    public int offset() {
        return at;
    }

    @Override
    public long prefix() {
        return prefix;
    }

    @Override
    public void close() {
        SpillStore.Input closing = input;
        input = null;
        if (closing != null) {
            try {
                closing.close();
            } catch (IOException e) {
                throw run.file().directory().readFailure(run.file().name(), e.toString(), e);
            }
        }
    }
}
