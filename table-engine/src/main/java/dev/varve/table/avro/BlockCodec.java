package dev.varve.table.avro;

import com.github.luben.zstd.RecyclingBufferPool;
import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import dev.varve.table.error.UnsupportedFormatException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.xerial.snappy.Snappy;

/**
 * How the blocks of a container are compressed, by the name stored in its header. Expanding is bounded: damaged bytes may claim
 * any size.
 */
enum BlockCodec {
    NULL("null") {
        @Override
        byte[] expand(byte[] bytes, int from, int to) {
            return Arrays.copyOfRange(bytes, from, to);
        }
    },
    DEFLATE("deflate") {
        @Override
        byte[] expand(byte[] bytes, int from, int to) throws IOException {
            Inflater raw = new Inflater(true);
            try (InputStream stream = new InflaterInputStream(new ByteArrayInputStream(bytes, from, to - from), raw)) {
                return readBounded(stream);
            } finally {
                raw.end();
            }
        }
    },
    SNAPPY("snappy") {
        // A snappy block, then the CRC-32 of what it expands to, big-endian.
        @Override
        byte[] expand(byte[] bytes, int from, int to) throws IOException {
            int length = to - from - Integer.BYTES;
            if (length < 0) {
                throw new IOException("a snappy block of " + (to - from) + " bytes");
            }
            int expandedLength = Snappy.uncompressedLength(bytes, from, length);
            if (expandedLength < 0 || expandedLength > MAX_BLOCK_BYTES) {
                throw new IOException("a block claims to expand to " + expandedLength + " bytes");
            }
            byte[] expanded = new byte[expandedLength];
            Snappy.uncompress(bytes, from, length, expanded, 0);
            CRC32 checksum = new CRC32();
            checksum.update(expanded);
            if ((int) checksum.getValue() != ByteBuffer.wrap(bytes).getInt(to - Integer.BYTES)) {
                throw new IOException("the checksum of a snappy block does not match");
            }
            return expanded;
        }
    },
    BZIP2("bzip2") {
        @Override
        byte[] expand(byte[] bytes, int from, int to) throws IOException {
            try (InputStream stream =
                    new BZip2CompressorInputStream(new ByteArrayInputStream(bytes, from, to - from))) {
                return readBounded(stream);
            }
        }
    },
    ZSTANDARD("zstandard") {
        @Override
        byte[] expand(byte[] bytes, int from, int to) throws IOException {
            long size = Zstd.getFrameContentSize(bytes, from, to - from);
            if (size > 0 && size <= MAX_TOLD_BYTES) {
                byte[] expanded = new byte[(int) size];
                if (fills(expanded, bytes, from, to)) {
                    return expanded;
                }
            }
            try (InputStream stream = new ZstdInputStreamNoFinalizer(
                    new ByteArrayInputStream(bytes, from, to - from), RecyclingBufferPool.INSTANCE)) {
                return readBounded(stream);
            }
        }

        /** False if the block is damaged, or has more than one frame: a stream makes the best of it, or says what is wrong. */
        private boolean fills(byte[] expanded, byte[] bytes, int from, int to) {
            try {
                return Zstd.decompressByteArray(expanded, 0, expanded.length, bytes, from, to - from)
                        == expanded.length;
            } catch (ZstdException e) {
                return false;
            }
        }
    };

    /** Writers cut blocks at about 64 KiB and only a single larger record makes a larger block. */
    static final int MAX_BLOCK_BYTES = 64 << 20;

    private static final int ZSTANDARD_LEVEL = 1;

    /** What a frame says of its size is believed, before it is expanded, as far as little is lost if it is not true. */
    private static final int MAX_TOLD_BYTES = 1 << 20;

    private final String storedName;

    BlockCodec(String storedName) {
        this.storedName = storedName;
    }

    /** The name in the container's header. */
    String storedName() {
        return storedName;
    }

    static BlockCodec parse(String storedName, String fileName) {
        for (BlockCodec codec : values()) {
            if (codec.storedName.equals(storedName)) {
                return codec;
            }
        }
        throw new UnsupportedFormatException(fileName + " is compressed with Avro codec '" + storedName
                + "'; this engine reads "
                + Arrays.toString(
                        Arrays.stream(values()).map(BlockCodec::storedName).toArray()));
    }

    abstract byte[] expand(byte[] bytes, int from, int to) throws IOException;

    /** Expands a block; {@code input} stands at it and is used for errors. */
    final byte[] expandBlock(WireInput input, byte[] bytes, int from, int to) {
        try {
            return expand(bytes, from, to);
        } catch (IOException e) {
            throw input.corrupt("a block cannot be expanded with " + storedName, e);
        }
    }

    /** Compresses with the one codec that this engine writes. */
    static byte[] compress(byte[] bytes, int length) {
        return Zstd.compress(length == bytes.length ? bytes : Arrays.copyOf(bytes, length), ZSTANDARD_LEVEL);
    }

    private static byte[] readBounded(InputStream stream) throws IOException {
        byte[] expanded = new byte[96 << 10];
        int size = 0;
        for (int read = 0; read >= 0; read = stream.read(expanded, size, expanded.length - size)) {
            size += read;
            if (size > MAX_BLOCK_BYTES) {
                throw new IOException("a block expands to more than " + MAX_BLOCK_BYTES + " bytes");
            }
            if (size == expanded.length) {
                expanded = Arrays.copyOf(expanded, 2 * size);
            }
        }
        return Arrays.copyOf(expanded, size);
    }
}
