package dev.varve.table.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.format.MetadataCache.Sized;
import dev.varve.table.fs.Location;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class MetadataCacheTest {
    private static final Location FILE = Location.of("memory://t/data-1.parquet");

    /** More than an entry of 100 bytes with what it needs beside that, less than two. */
    private static final long ONE_ENTRY = 600;

    private static String load(MetadataCache cache, Location file, Object part, String value) throws IOException {
        return cache.get(file, part, () -> new Sized<>(value, 100));
    }

    @Test
    void partsAreLoadedOnce() throws IOException {
        var cache = new MetadataCache(10_000);
        assertThat(load(cache, FILE, "footer", "a")).isEqualTo("a");
        assertThat(load(cache, FILE, "footer", "b")).isEqualTo("a");
        assertThat(load(cache, FILE, "index", "c")).isEqualTo("c");
        assertThat(load(cache, Location.of("memory://t/data-2.parquet"), "footer", "d"))
                .isEqualTo("d");
        assertThat(cache.hits()).isEqualTo(1);
        assertThat(cache.misses()).isEqualTo(3);
    }

    @Test
    void whatWasNotUsedForLongestGoesFirst() throws IOException {
        var cache = new MetadataCache(ONE_ENTRY + 300);
        load(cache, FILE, 0, "old");
        load(cache, FILE, 1, "old");
        assertThat(load(cache, FILE, 0, "unused")).isEqualTo("old");
        load(cache, FILE, 2, "old");

        assertThat(cache.bytes()).isBetween(1L, ONE_ENTRY + 300);
        assertThat(load(cache, FILE, 0, "new")).isEqualTo("old");
        assertThat(load(cache, FILE, 1, "new")).isEqualTo("new");
    }

    @Test
    void whatIsTooLargeIsNotKept() throws IOException {
        assertThat(load(MetadataCache.NONE, FILE, "footer", "a")).isEqualTo("a");
        assertThat(load(MetadataCache.NONE, FILE, "footer", "b")).isEqualTo("b");
        assertThat(MetadataCache.NONE.bytes()).isZero();

        var cache = new MetadataCache(1000);
        cache.get(FILE, "large", () -> new Sized<>("a", 2000));
        assertThat(cache.bytes()).isZero();
    }

    @Test
    void afterAFailureThePartIsLoadedAgain() throws IOException {
        var cache = new MetadataCache(1000);
        assertThatThrownBy(() -> cache.get(FILE, "footer", () -> {
                    throw new IOException("no");
                }))
                .isInstanceOf(IOException.class);
        assertThat(load(cache, FILE, "footer", "a")).isEqualTo("a");
    }
}
