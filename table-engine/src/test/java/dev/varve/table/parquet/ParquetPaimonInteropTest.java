package dev.varve.table.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.format.ColumnStatistics;
import dev.varve.table.format.StatisticsMode;
import dev.varve.table.format.WriteSettings;
import dev.varve.table.format.WrittenFile;
import dev.varve.table.row.GenericRow;
import dev.varve.table.testing.PaimonRows;
import dev.varve.table.testing.RandomRows;
import dev.varve.table.testing.RandomTypes;
import dev.varve.table.type.DataType;
import dev.varve.table.type.RowType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.paimon.format.SimpleColStats;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Apache Paimon reads our files and we read Paimon's, for random schemas and rows; schema and statistics are the same. */
class ParquetPaimonInteropTest {
    private static final int SEEDS = Integer.getInteger("parquet.interop.seeds", 25);

    @TempDir
    Path directory;

    @Test
    void bothReadWhatTheOtherWrote() throws IOException {
        for (int seed = 0; seed < SEEDS; seed++) {
            var random = new Random(seed);
            RowType type = typeThatPaimonReads(random);
            var values = new RandomRows(random);
            var rows = new ArrayList<GenericRow>();
            for (int i = 0, count = 1 + random.nextInt(200); i < count; i++) {
                rows.add(values.row(type));
            }
            String codec = List.of("zstd", "snappy", "gzip", "none", "lz4").get(random.nextInt(5));
            boolean isFull = random.nextBoolean();
            String claim = "seed " + seed + ", " + codec + ", " + type;

            var ours = new ParquetFiles();
            StatisticsMode mode = isFull ? StatisticsMode.FULL : StatisticsMode.truncate(3);
            WrittenFile written =
                    ours.write(type, rows, ParquetFiles.settings(type, codec, WriteSettings.DEFAULT_BLOCK_BYTES, mode));
            Path ourFile = Files.write(directory.resolve("ours-" + seed), ours.bytes());
            assertThat(new PaimonParquet(ourFile).read(type, type)).as(claim).isEqualTo(rows);

            Path theirFile = directory.resolve("theirs-" + seed);
            SimpleColStats[] theirStatistics =
                    new PaimonParquet(theirFile).write(type, rows, codec, isFull ? "full" : "truncate(3)");
            var theirs = new ParquetFiles();
            theirs.put(Files.readAllBytes(theirFile));
            assertThat(theirs.read(type)).as(claim).isEqualTo(rows);
            assertThat(theirs.footer().schema().toString())
                    .as(claim)
                    .isEqualTo(ours.footer().schema().toString());
            for (int i = 0; i < type.arity(); i++) {
                assertThat(written.columns().get(i))
                        .as(claim + ", column " + i)
                        .isEqualTo(statistics(theirStatistics[i], type.type(i)));
            }
        }
    }

    /** Paimon's reader takes the counts of a MULTISET for elements in most positions; golden files cover the type. */
    private static RowType typeThatPaimonReads(Random random) {
        RowType type;
        do {
            type = new RandomTypes(random).row(1 + random.nextInt(8), 3);
        } while (type.toString().contains("MULTISET"));
        return type;
    }

    private static ColumnStatistics statistics(SimpleColStats theirs, DataType type) {
        var bounds = new org.apache.paimon.data.GenericArray(new Object[] {theirs.min(), theirs.max()});
        return new ColumnStatistics(
                PaimonRows.fromPaimon(bounds, 0, type), PaimonRows.fromPaimon(bounds, 1, type), theirs.nullCount());
    }
}
