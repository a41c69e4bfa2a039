package dev.varve.table.parquet;

import dev.varve.table.format.MetadataCache;
import dev.varve.table.fs.Location;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.parquet.format.ColumnIndex;
import org.apache.parquet.format.OffsetIndex;
import shaded.parquet.org.apache.thrift.TBase;
import shaded.parquet.org.apache.thrift.TConfiguration;
import shaded.parquet.org.apache.thrift.TException;
import shaded.parquet.org.apache.thrift.protocol.TCompactProtocol;
import shaded.parquet.org.apache.thrift.transport.TIOStreamTransport;

/**
 * The page indexes of some columns in one row group. They are read from the file together, when the first one is asked for that
 * is not in the cache. Confined to one thread.
 */
final class PageIndexes {
    /** Parsed indexes are about so many times as large as stored ones. */
    private static final int MEMORY_FACTOR = 6;

    private final Location file;
    private final RangeReader ranges;
    private final MetadataCache cache;
    private final Footer.Block block;

    /** Columns by path, with their indexes. */
    private final Map<List<String>, Footer.Indexes> columns = new HashMap<>();

    private Map<RangeReader.Chunk, Slice> stored;

    /** Names an index in the cache. */
    private record Part(int block, List<String> column, boolean isPlaces) {}

    /** @param wanted paths of columns; those without indexes are left out */
    PageIndexes(
            Location file, RangeReader ranges, MetadataCache cache, Footer.Block block, Iterable<List<String>> wanted) {
        this.file = file;
        this.ranges = ranges;
        this.cache = cache;
        this.block = block;
        for (List<String> path : wanted) {
            Footer.Column column = block.columns().get(path);
            if (column != null) {
                column.indexes().ifPresent(indexes -> columns.put(path, indexes));
            }
        }
    }

    /** Where the pages of a column are. */
    Optional<PagePlaces> places(List<String> path) throws IOException {
        Footer.Indexes indexes = columns.get(path);
        if (indexes == null) {
            return Optional.empty();
        }
        RangeReader.Chunk chunk = Footer.place(block.columns().get(path).metadata());
        return Optional.of(cache.get(file, new Part(block.number(), path, true), () -> {
            OffsetIndex index = parse(new OffsetIndex(), stored(indexes.pages()));
            return sized(new PagePlaces(index, chunk, block.rowCount()), indexes.pages());
        }));
    }

    /** What the pages of a column hold. */
    Optional<PageBounds> bounds(List<String> path) throws IOException {
        Footer.Indexes indexes = columns.get(path);
        if (indexes == null) {
            return Optional.empty();
        }
        int pages = places(path).orElseThrow().count();
        return Optional.of(cache.get(file, new Part(block.number(), path, false), () -> {
            ColumnIndex index = parse(new ColumnIndex(), stored(indexes.bounds()));
            return sized(new PageBounds(index, pages), indexes.bounds());
        }));
    }

    private static <T> MetadataCache.Sized<T> sized(T index, RangeReader.Chunk chunk) {
        return new MetadataCache.Sized<>(index, MEMORY_FACTOR * chunk.length());
    }

    private Slice stored(RangeReader.Chunk wanted) throws EOFException {
        if (stored == null) {
            List<RangeReader.Chunk> chunks = new ArrayList<>();
            for (Footer.Indexes indexes : columns.values()) {
                chunks.add(indexes.bounds());
                chunks.add(indexes.pages());
            }
            List<ChunkInput> inputs = ranges.open(chunks);
            stored = new HashMap<>();
            for (int i = 0; i < inputs.size(); i++) {
                ChunkInput input = inputs.get(i);
                stored.put(chunks.get(i), input.take((int) input.remaining()));
            }
        }
        return stored.get(wanted);
    }

    /** No list can have more elements than there are bytes, so that a damaged count is refused before memory is taken for it. */
    private static <T extends TBase<?, ?>> T parse(T index, Slice bytes) throws IOException {
        try {
            TConfiguration limits =
                    TConfiguration.custom().setMaxMessageSize(bytes.length).build();
            index.read(new TCompactProtocol(
                    new TIOStreamTransport(limits, new ByteArrayInputStream(bytes.bytes, bytes.offset, bytes.length))));
            return index;
        } catch (TException e) {
            throw new IOException("a page index cannot be read: " + e.getMessage(), e);
        }
    }
}
