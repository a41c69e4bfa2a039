package dev.varve.table.memtable;

import java.util.function.Supplier;

/** Codecs without native memory: blocks without a frame. */
record AirSpillCodec(
        Supplier<io.airlift.compress.Compressor> compressors, Supplier<io.airlift.compress.Decompressor> decompressors)
        implements SpillCodec {
    @Override
    public Compressor compressor() {
        io.airlift.compress.Compressor compressor = compressors.get();
        return new Compressor() {
            @Override
            public int bound(int length) {
                return compressor.maxCompressedLength(length);
            }

            @Override
            public int compress(byte[] from, int length, byte[] to) {
                return compressor.compress(from, 0, length, to, 0, to.length);
            }
        };
    }

    @Override
    public Decompressor decompressor() {
        io.airlift.compress.Decompressor decompressor = decompressors.get();
        return (from, length, to) -> decompressor.decompress(from, 0, length, to, 0, to.length);
    }
}
