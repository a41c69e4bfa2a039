package dev.varve.table.memtable;

import dev.varve.table.error.InvalidInputException;
import io.airlift.compress.lz4.Lz4Compressor;
import io.airlift.compress.lz4.Lz4Decompressor;
import io.airlift.compress.lzo.LzoCompressor;
import io.airlift.compress.lzo.LzoDecompressor;
import java.util.Locale;

/** How blocks of spill files are compressed. Immutable; what it makes is confined to one thread. */
interface SpillCodec {
    Compressor compressor();

    Decompressor decompressor();

    /** Closing frees native memory. */
    interface Compressor extends AutoCloseable {
        /** Bytes of {@code to} that {@link #compress} needs for this many bytes. */
        int bound(int length);

        /** Compresses the first {@code length} bytes; returns how many bytes of {@code to} are used. */
        int compress(byte[] from, int length, byte[] to);

        @Override
        default void close() {}
    }

    /** Closing frees native memory. */
    interface Decompressor extends AutoCloseable {
        /** Decompresses the first {@code length} bytes; returns how many bytes of {@code to} are used. */
        int decompress(byte[] from, int length, byte[] to);

        @Override
        default void close() {}
    }

    /**
     * The codec that a table's options name: {@code zstd}, {@code lz4}, {@code lzo} or {@code none}.
     *
     * @throws InvalidInputException for another name or an impossible level
     */
    static SpillCodec of(String name, int zstdLevel) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "zstd" -> ZstdSpillCodec.ofLevel(zstdLevel);
            case "lz4" -> new AirSpillCodec(Lz4Compressor::new, Lz4Decompressor::new);
            case "lzo" -> new AirSpillCodec(LzoCompressor::new, LzoDecompressor::new);
            case "none" -> new PlainSpillCodec();
            default ->
                throw new InvalidInputException(
                        "option 'spill-compression' = '" + name + "' is not one of zstd, lz4, lzo, none");
        };
    }
}
