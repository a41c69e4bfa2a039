package dev.varve.table.parquet;

import static dev.varve.table.parquet.ParquetFiles.FILE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.error.CorruptTableException;
import dev.varve.table.error.UnsupportedFormatException;
import dev.varve.table.format.MetadataCache;
import dev.varve.table.format.ReadSettings;
import dev.varve.table.format.ReadStatistics;
import dev.varve.table.format.RowFileReader;
import dev.varve.table.format.RowFileWriter;
import dev.varve.table.format.StatisticsMode;
import dev.varve.table.predicate.Predicate;
import dev.varve.table.predicate.RandomPredicates;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.RowComparator;
import dev.varve.table.testing.MemoryTempDir;
import dev.varve.table.testing.RandomRows;
import dev.varve.table.testing.RandomTypes;
import dev.varve.table.type.RowType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A read under a condition gives every row that matches, at its position, whatever else it leaves out. */
class ParquetPruningPropertyTest {
    private static final int SEEDS = Integer.getInteger("pruning.seeds", 150);

    @TempDir(factory = MemoryTempDir.class)
    private Path directory;

    @Test
    void noMatchingRowIsLost() {
        var statistics = new ReadStatistics();
        long stored = 0;
        long read = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            var random = new Random(seed);
            RowType type = type(random);
            List<GenericRow> rows = rows(random, type);
            ParquetFiles files = write(random, type, rows);
            var predicates = new RandomPredicates(random, type, rows);
            var cache = new MetadataCache(random.nextBoolean() ? 1 << 20 : 0);
            boolean keepsPages = random.nextBoolean();
            for (int i = 0; i < 8; i++) {
                Predicate predicate = predicates.any(2);
                stored += rows.size();
                read += check(
                        "seed " + seed + " " + predicate,
                        files,
                        type,
                        rows,
                        new ReadSettings(predicate, cache, statistics, keepsPages));
            }
        }
        assertThat(statistics.rowGroupsSkipped()).as("row groups skipped").isPositive();
        assertThat(read).as("rows read").isLessThan(stored * 19 / 20);
    }

    /** Other writers' pages, of both versions. */
    @Test
    void noMatchingRowOfAForeignFileIsLost() throws Exception {
        for (int seed = 0; seed < SEEDS / 10 + 4; seed++) {
            var random = new Random(seed);
            var rows = new ArrayList<GenericRow>();
            int limit = 5 + random.nextInt(60);
            WriterVersion version = random.nextBoolean() ? WriterVersion.PARQUET_1_0 : WriterVersion.PARQUET_2_0;
            boolean dictionary = random.nextBoolean();
            ParquetFiles files = ForeignFiles.allTypes(
                    directory.resolve(seed + ".parquet"),
                    700 + random.nextInt(700),
                    builder -> builder.withPageRowCountLimit(limit)
                            .withMinRowCountForPageSizeCheck(1)
                            .withWriterVersion(version)
                            .withDictionaryEncoding(dictionary)
                            .withRowGroupSize(random.nextBoolean() ? 20_000L : 10_000_000L),
                    rows);
            var predicates = new RandomPredicates(random, ForeignFiles.ALL_TYPE, rows);
            for (int i = 0; i < 8; i++) {
                Predicate predicate = predicates.any(2);
                check(
                        "seed " + seed + " " + predicate,
                        files,
                        ForeignFiles.ALL_TYPE,
                        rows,
                        new ReadSettings(predicate, MetadataCache.NONE, new ReadStatistics()));
            }
        }
    }

    /** Page indexes and statistics lie at the end of a file: whatever is there, reading ends with rows or with a report. */
    @Test
    void damagedIndexesDoNoHarm() {
        for (int seed = 0; seed < SEEDS; seed++) {
            var random = new Random(seed);
            RowType type = type(random);
            List<GenericRow> rows = rows(random, type);
            ParquetFiles files = write(random, type, rows);
            byte[] bytes = files.bytes();
            var predicates = new RandomPredicates(random, type, rows);
            for (int i = 0; i < 8; i++) {
                byte[] damaged = bytes.clone();
                int end = random.nextInt(2) * bytes.length / 2;
                for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
                    damaged[end + random.nextInt(bytes.length - end)] ^= (byte) (1 << random.nextInt(8));
                }
                files.put(damaged);
                Predicate predicate = predicates.any(1);
                var settings = new ReadSettings(predicate, MetadataCache.NONE, new ReadStatistics());
                try (RowFileReader reader =
                        ParquetFiles.FORMAT.openReader(files.io, FILE, damaged.length, type, settings)) {
                    while (reader.advance()) {
                        GenericRow.copyOf(reader.row(), type);
                    }
                } catch (CorruptTableException | UnsupportedFormatException expected) {
                    assertThat(expected).as("seed %s", seed).hasMessageContaining(FILE.name());
                }
            }
        }
    }

    private static RowType type(Random random) {
        var types = new RandomTypes(random);
        return types.row(1 + random.nextInt(6), 2);
    }

    /** Some are sorted by a column, so that its pages have narrow bounds. */
    private static List<GenericRow> rows(Random random, RowType type) {
        var generator = new RandomRows(random);
        var rows = new ArrayList<GenericRow>();
        for (int i = 30 + random.nextInt(400); i > 0; i--) {
            rows.add(generator.row(type));
        }
        int column = random.nextInt(type.arity());
        if (random.nextInt(4) > 0 && !type.type(column).root().isNested()) {
            RowComparator order = RowComparator.ofColumns(List.of(type.type(column)), new int[] {column});
            rows.sort((left, right) -> left.isNull(column) || right.isNull(column)
                    ? Boolean.compare(left.isNull(column), right.isNull(column))
                    : order.compare(left, right));
        }
        return rows;
    }

    private static ParquetFiles write(Random random, RowType type, List<GenericRow> rows) {
        var files = new ParquetFiles();
        ParquetProperties properties = ParquetRowWriter.properties(ParquetProperties.builder()
                .withPageRowCountLimit(8 + random.nextInt(40))
                .withColumnIndexTruncateLength(1 + random.nextInt(8))
                .withStatisticsTruncateLength(1 + random.nextInt(8)));
        long blockBytes = random.nextBoolean() ? 1 << 20 : 300 + random.nextInt(4000);
        RowFileWriter writer = new ParquetRowWriter(
                files.io.create(FILE),
                FILE,
                type,
                ParquetFiles.settings(type, "zstd", blockBytes, StatisticsMode.NONE),
                properties);
        ParquetFiles.writeLent(writer, type, rows);
        writer.finish();
        return files;
    }

    /** Returns how many rows were read. */
    private static long check(
            String name, ParquetFiles files, RowType type, List<GenericRow> rows, ReadSettings settings) {
        long read = 0;
        int next = 0;
        try (RowFileReader reader =
                ParquetFiles.FORMAT.openReader(files.io, FILE, files.bytes().length, type, settings)) {
            while (reader.advance()) {
                int position = (int) reader.position();
                assertThat(position).as(name).isGreaterThanOrEqualTo(next);
                for (; next < position; next++) {
                    assertThat(settings.predicate().test(rows.get(next)))
                            .as("%s: row %s %s is left out", name, next, rows.get(next))
                            .isFalse();
                }
                assertThat(GenericRow.copyOf(reader.row(), type))
                        .as("%s: row %s", name, position)
                        .isEqualTo(rows.get(position));
                next = position + 1;
                read++;
            }
        }
        for (; next < rows.size(); next++) {
            assertThat(settings.predicate().test(rows.get(next)))
                    .as("%s: row %s %s is left out", name, next, rows.get(next))
                    .isFalse();
        }
        return read;
    }
}
