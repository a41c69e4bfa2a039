package dev.varve.table.parquet;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import dev.varve.table.error.InvalidInputException;
import dev.varve.table.format.WriteSettings;
import io.airlift.compress.Compressor;
import io.airlift.compress.lz4.Lz4Compressor;
import io.airlift.compress.snappy.SnappyCompressor;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * Compresses whole pages, without Hadoop's codecs and their configuration. The result is valid until the next page. Confined to
 * one thread; {@link #release} frees native memory and may be called more than once.
 */
abstract class PageCompressor implements BytesInputCompressor {
    private static final int MAX_ARRAY_BYTES = Integer.MAX_VALUE - 64;

    private final CompressionCodecName codec;

    private PageCompressor(CompressionCodecName codec) {
        this.codec = codec;
    }

    /** The compressor for the option's value; {@code lz4} makes Parquet's LZ4_RAW, which all readers agree about. */
    static PageCompressor of(WriteSettings settings) {
        return switch (settings.compression().toLowerCase(Locale.ROOT)) {
            case "zstd" -> new ZstdPages(settings.zstdLevel());
            case "snappy" -> new BlockPages(CompressionCodecName.SNAPPY, new SnappyCompressor());
            case "lz4", "lz4_raw" -> new BlockPages(CompressionCodecName.LZ4_RAW, new Lz4Compressor());
            case "gzip" -> new GzipPages();
            case "none", "uncompressed" -> new PlainPages();
            default ->
                throw new InvalidInputException("compression '" + settings.compression()
                        + "' is not one of zstd, snappy, lz4, gzip, none; set the option file.compression");
        };
    }

    @Override
    public abstract BytesInput compress(BytesInput bytes) throws IOException;

    @Override
    public CompressionCodecName getCodecName() {
        return codec;
    }

    @Override
    public void release() {}

    /** Compresses a page between two arrays that are used again and again. */
    private abstract static class ArrayPages extends PageCompressor {
        private final OpenBuffer source = new OpenBuffer();
        private byte[] target = new byte[0];

        ArrayPages(CompressionCodecName codec) {
            super(codec);
        }

        @Override
        public final BytesInput compress(BytesInput bytes) throws IOException {
            source.reset();
            bytes.writeAllTo(source);
            int bound = maxCompressedLength(source.size());
            if (target.length < bound) {
                target = new byte[Math.max(bound, (int) Math.min(MAX_ARRAY_BYTES, 2L * target.length))];
            }
            return BytesInput.from(target, 0, compress(source.array(), source.size(), target));
        }

        abstract int maxCompressedLength(int length);

        /** Compresses the first {@code length} bytes and returns how many bytes of {@code to} are used. */
        abstract int compress(byte[] from, int length, byte[] to);
    }

    private static final class ZstdPages extends ArrayPages {
        private final ZstdCompressCtx context = new ZstdCompressCtx();

        ZstdPages(int level) {
            super(CompressionCodecName.ZSTD);
            if (level < Zstd.minCompressionLevel() || level > Zstd.maxCompressionLevel()) {
                context.close();
                throw new InvalidInputException("zstd level " + level + " is not between " + Zstd.minCompressionLevel()
                        + " and " + Zstd.maxCompressionLevel() + "; set the option file.compression.zstd-level");
            }
            context.setLevel(level);
        }

        @Override
        int maxCompressedLength(int length) {
            return Math.toIntExact(Zstd.compressBound(length));
        }

        @Override
        int compress(byte[] from, int length, byte[] to) {
            return context.compressByteArray(to, 0, to.length, from, 0, length);
        }

        @Override
        public void release() {
            context.close();
        }
    }

    /** Snappy and LZ4 blocks without a frame. */
    private static final class BlockPages extends ArrayPages {
        private final Compressor compressor;

        BlockPages(CompressionCodecName codec, Compressor compressor) {
            super(codec);
            this.compressor = compressor;
        }

        @Override
        int maxCompressedLength(int length) {
            return compressor.maxCompressedLength(length);
        }

        @Override
        int compress(byte[] from, int length, byte[] to) {
            return compressor.compress(from, 0, length, to, 0, to.length);
        }
    }

    private static final class GzipPages extends PageCompressor {
        GzipPages() {
            super(CompressionCodecName.GZIP);
        }

        @Override
        public BytesInput compress(BytesInput bytes) throws IOException {
            var compressed = new ByteArrayOutputStream();
            try (var gzip = new GZIPOutputStream(compressed)) {
                bytes.writeAllTo(gzip);
            }
            return BytesInput.from(compressed);
        }
    }

    private static final class PlainPages extends PageCompressor {
        PlainPages() {
            super(CompressionCodecName.UNCOMPRESSED);
        }

        @Override
        public BytesInput compress(BytesInput bytes) {
            return bytes;
        }
    }

    /** A byte stream whose array can be used without a copy. */
    private static final class OpenBuffer extends ByteArrayOutputStream {
        byte[] array() {
            return buf;
        }
    }
}
