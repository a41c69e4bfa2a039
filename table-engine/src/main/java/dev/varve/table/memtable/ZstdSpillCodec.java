package dev.varve.table.memtable;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import dev.varve.table.error.InvalidInputException;

/** Zstandard frames. */
record ZstdSpillCodec(int level) implements SpillCodec {
    static ZstdSpillCodec ofLevel(int level) {
        if (level < Zstd.minCompressionLevel() || level > Zstd.maxCompressionLevel()) {
            throw new InvalidInputException("option 'spill-compression.zstd-level' = '" + level + "' is not between "
                    + Zstd.minCompressionLevel() + " and " + Zstd.maxCompressionLevel());
        }
        return new ZstdSpillCodec(level);
    }

    @Override
    public Compressor compressor() {
        ZstdCompressCtx context = new ZstdCompressCtx();
        context.setLevel(level);
        return new Compressor() {
            @Override
            public int bound(int length) {
                return Math.toIntExact(Zstd.compressBound(length));
            }

            @Override
            public int compress(byte[] from, int length, byte[] to) {
                return context.compressByteArray(to, 0, to.length, from, 0, length);
            }

            @Override
            public void close() {
                context.close();
            }
        };
    }

    @Override
    public Decompressor decompressor() {
        ZstdDecompressCtx context = new ZstdDecompressCtx();
        return new Decompressor() {
            @Override
            public int decompress(byte[] from, int length, byte[] to) {
                return context.decompressByteArray(to, 0, to.length, from, 0, length);
            }

            @Override
            public void close() {
                context.close();
            }
        };
    }
}
