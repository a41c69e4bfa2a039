package dev.varve.table.parquet;

import com.github.luben.zstd.ZstdDecompressCtx;
import dev.varve.table.error.UnsupportedFormatException;
import io.airlift.compress.Decompressor;
import io.airlift.compress.lz4.Lz4Decompressor;
import io.airlift.compress.snappy.SnappyDecompressor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.io.ParquetDecodingException;

/**
 * Decompresses pages of all codecs that need no further library. Confined to one thread; closing frees native memory and may be
 * done more than once.
 */
final class PageDecompressor implements AutoCloseable {
    private final Map<CompressionCodec, Decompressor> blocks = new EnumMap<>(CompressionCodec.class);
    private ZstdDecompressCtx zstd;

    /** Fills the first {@code length} bytes of {@code target}; fails unless the page has exactly that many. */
    void decompress(CompressionCodec codec, Slice source, byte[] target, int length) throws IOException {
        int actual = switch (codec) {
            case UNCOMPRESSED -> copy(source, target, length);
            case ZSTD -> zstd(source, target, length);
            case GZIP -> gzip(source, target, length);
            case SNAPPY, LZ4_RAW -> block(codec, source, target, 0, length);
            case LZ4 -> hadoopLz4(source, target, length);
            case LZO, BROTLI ->
                throw new UnsupportedFormatException("pages compressed with " + codec
                        + " are not supported; this engine reads zstd, snappy, lz4, gzip and uncompressed pages");
        };
        if (actual != length) {
            throw new ParquetDecodingException(
                    "a page has " + actual + " bytes after decompression where its header says " + length);
        }
    }

    private static int copy(Slice source, byte[] target, int length) {
        System.arraycopy(source.bytes, source.offset, target, 0, Math.min(source.length, length));
        return source.length;
    }

    private int zstd(Slice source, byte[] target, int length) {
        if (zstd == null) {
            zstd = new ZstdDecompressCtx();
        }
        return zstd.decompressByteArray(target, 0, length, source.bytes, source.offset, source.length);
    }

    private static int gzip(Slice source, byte[] target, int length) throws IOException {
        try (var gzip = new GZIPInputStream(new ByteArrayInputStream(source.bytes, source.offset, source.length))) {
            int read = gzip.readNBytes(target, 0, length);
            return gzip.read() < 0 ? read : read + 1;
        }
    }

    private int block(CompressionCodec codec, Slice source, byte[] target, int offset, int length) {
        return blocks.computeIfAbsent(codec, PageDecompressor::blockDecompressor)
                .decompress(source.bytes, source.offset, source.length, target, offset, length);
    }

    private static Decompressor blockDecompressor(CompressionCodec codec) {
        return codec == CompressionCodec.SNAPPY ? new SnappyDecompressor() : new Lz4Decompressor();
    }

    /**
     * LZ4 as Hadoop frames it: int32 BE length of the content, then blocks, each int32 BE compressed length and the block, until
     * the content is complete; again from the start until the page is.
     */
    private int hadoopLz4(Slice source, byte[] target, int length) {
        ByteBuffer frames = ByteBuffer.wrap(source.bytes, source.offset, source.length);
        int done = 0;
        while (frames.hasRemaining()) {
            int end = Math.addExact(done, frames.getInt());
            while (done < end) {
                int blockBytes = frames.getInt();
                int at = frames.position() - source.offset;
                done += block(
                        CompressionCodec.LZ4_RAW,
                        source.part(at, blockBytes),
                        target,
                        done,
                        Math.min(end, length) - done);
                frames.position(frames.position() + blockBytes);
            }
        }
        return done;
    }

    @Override
    public void close() {
        if (zstd != null) {
            zstd.close();
            zstd = null;
        }
    }
}
