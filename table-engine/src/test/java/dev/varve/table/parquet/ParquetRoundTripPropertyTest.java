package dev.varve.table.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.format.StatisticsMode;
import dev.varve.table.format.WriteSettings;
import dev.varve.table.format.WrittenFile;
import dev.varve.table.row.GenericRow;
import dev.varve.table.testing.RandomRows;
import dev.varve.table.testing.RandomTypes;
import dev.varve.table.type.RowType;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Random schemas and rows come back as they were written. {@code -Dparquet.seeds=n} runs more. */
class ParquetRoundTripPropertyTest {
    private static final int SEEDS = Integer.getInteger("parquet.seeds", 60);

    @Test
    void everyRowComesBack() {
        for (int seed = 0; seed < SEEDS; seed++) {
            var random = new Random(seed);
            RowType type = new RandomTypes(random).row(1 + random.nextInt(8), 4);
            var rows = new ArrayList<GenericRow>();
            var values = new RandomRows(random);
            int count = List.of(1, 2, 40, 1024, 2500).get(random.nextInt(5));
            for (int i = 0; i < count; i++) {
                rows.add(values.row(type));
            }
            String codec = List.of("zstd", "snappy", "lz4", "gzip", "none").get(random.nextInt(5));
            long blockBytes = random.nextBoolean() ? WriteSettings.DEFAULT_BLOCK_BYTES : 2000;
            var files = new ParquetFiles();
            WrittenFile written = files.write(
                    type, rows, ParquetFiles.settings(type, codec, blockBytes, StatisticsMode.truncate(16)));
            String claim = "seed " + seed + ", " + codec + ", " + count + " rows of " + type;
            assertThat(written.rowCount()).as(claim).isEqualTo(count);
            assertThat(written.sizeBytes()).as(claim).isEqualTo(files.bytes().length);
            assertThat(files.read(type)).as(claim).isEqualTo(rows);
        }
    }
}
