package dev.varve.table.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.error.CorruptTableException;
import dev.varve.table.error.UnsupportedFormatException;
import dev.varve.table.index.IndexContainer.Index;
import dev.varve.table.testing.GoldenTables;
import dev.varve.table.type.TypeParser;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class IndexContainerTest {
    private static final byte[] STORED = IndexContainer.format(List.of(
            new Index("amount", "bloom-filter", BloomFilter.sized(10, 0.1).toBytes()),
            new Index("amount", "bitmap", new byte[] {1, 2, 3}),
            new Index("naïve", "bloom-filter", BloomFilter.sized(20, 0.1).toBytes())));

    private static ByteBuffer bytes(byte[] bytes) {
        return ByteBuffer.wrap(bytes);
    }

    @Test
    void indexesAreFoundByColumnAndType() {
        IndexContainer container = IndexContainer.parse(bytes(STORED), "test");

        assertThat(container.find("amount", "bitmap")).hasValue(bytes(new byte[] {1, 2, 3}));
        assertThat(container.find("naïve", "bloom-filter"))
                .hasValue(bytes(BloomFilter.sized(20, 0.1).toBytes()));
        assertThat(container.find("naïve", "bitmap")).isEmpty();
        assertThat(container.find("other", "bloom-filter")).isEmpty();
    }

    @Test
    void indexesOfUnknownTypesAndWithoutDataAreNotLookedAt() {
        byte[] stored = IndexContainer.format(List.of(new Index("a", "from-the-future", new byte[] {9})));
        FileIndex index = FileIndex.parse(bytes(stored), "test");
        assertThat(index.bloomFilter("a")).isEmpty();

        byte[] withoutData = IndexContainer.format(List.of(new Index("a", "bloom-filter", new byte[0])));
        bytes(withoutData).putInt(withoutData.length - 12, -1);
        assertThat(FileIndex.parse(bytes(withoutData), "test").bloomFilter("a")).isEmpty();
    }

    /** Written by Apache Paimon: see the format page. */
    @Test
    void theGoldenIndexIsRead() throws IOException {
        Path bucket = GoldenTables.table("file_index_bloom").resolve("bucket-0");
        byte[] stored;
        try (var files = Files.list(bucket)) {
            stored = Files.readAllBytes(files.filter(file -> file.toString().endsWith(".index"))
                    .findFirst()
                    .orElseThrow());
        }
        FileIndex index = FileIndex.parse(bytes(stored), "golden");
        BloomFilter amounts = index.bloomFilter("amount").orElseThrow();
        ColumnHash hash = ColumnHash.of("amount", TypeParser.parse("BIGINT"));

        assertThat(amounts.storedBytes()).isEqualTo(64);
        assertThat(IntStream.range(100, 200).filter(i -> amounts.mayContain(hash.of(i * 100L))))
                .hasSizeLessThan(100);
        assertThat(index.bloomFilter("name").orElseThrow().storedBytes()).isEqualTo(43);
        assertThat(index.bloomFilter("day")).isEmpty();
    }

    @Test
    void anotherVersionIsNotDamage() {
        byte[] newer = STORED.clone();
        newer[11] = 2;
        assertThatThrownBy(() -> IndexContainer.parse(bytes(newer), "data-1.parquet"))
                .isInstanceOf(UnsupportedFormatException.class)
                .hasMessageContaining("data-1.parquet have version 2");
    }

    @Test
    void everyCutIsNoticed() {
        for (int length = 0; length < STORED.length; length++) {
            byte[] cut = Arrays.copyOf(STORED, length);
            assertThatThrownBy(() -> IndexContainer.parse(bytes(cut), "data-1.parquet"))
                    .as("%s bytes", length)
                    .isInstanceOf(CorruptTableException.class)
                    .hasMessageContaining("data-1.parquet")
                    .hasMessageContaining("file-index.read.enabled");
        }
    }

    /** Damage is reported or read as something else, but never runs away: neither in memory nor with another exception. */
    @Test
    void flippedBitsNeverDoHarm() {
        for (int seed = 0; seed < 20_000; seed++) {
            var random = new Random(seed);
            byte[] damaged = STORED.clone();
            for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
                damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
            }
            try {
                FileIndex index = FileIndex.parse(bytes(damaged), "seed " + seed);
                index.bloomFilter("amount").ifPresent(filter -> filter.mayContain(random.nextLong()));
                index.bloomFilter("naïve").ifPresent(filter -> filter.mayContain(random.nextLong()));
            } catch (CorruptTableException | UnsupportedFormatException expected) {
                assertThat(expected).hasMessageContaining("seed " + seed);
            }
        }
    }
}
