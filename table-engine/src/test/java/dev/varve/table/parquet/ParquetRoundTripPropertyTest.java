package dev.varve.table.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.format.StatisticsMode;
import dev.varve.table.format.WriteSettings;
import dev.varve.table.format.WrittenFile;
import dev.varve.table.row.GenericRow;
import dev.varve.table.testing.RandomRows;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DataTypes;
import dev.varve.table.type.MapType;
import dev.varve.table.type.RowType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Random schemas and rows come back as they were written. */
class ParquetRoundTripPropertyTest {
    private static final int SEEDS = Integer.getInteger("parquet.seeds", 60);

    @Test
    void everyRowComesBack() {
        for (int seed = 0; seed < SEEDS; seed++) {
            var random = new Random(seed);
            RowType type = rowType(random, 1 + random.nextInt(8), 3);
            var rows = new ArrayList<GenericRow>();
            var values = new RandomRows(random);
            int count = List.of(1, 2, 40, 1024, 2500).get(random.nextInt(5));
            for (int i = 0; i < count; i++) {
                rows.add(values.row(type));
            }
            String codec = List.of("zstd", "snappy", "lz4", "gzip", "none").get(random.nextInt(5));
            long blockBytes = random.nextBoolean() ? WriteSettings.DEFAULT_BLOCK_BYTES : 2000;
            var settings = new WriteSettings(
                    codec, 1, blockBytes, Collections.nCopies(type.arity(), StatisticsMode.truncate(16)));
            var files = new ParquetFiles();
            WrittenFile written = files.write(type, rows, settings);
            String claim = "seed " + seed + ", " + codec + ", " + count + " rows of " + type;
            assertThat(written.rowCount()).as(claim).isEqualTo(count);
            assertThat(written.sizeBytes()).as(claim).isEqualTo(files.bytes().length);
            assertThat(files.read(type)).as(claim).isEqualTo(rows);
        }
    }

    static RowType rowType(Random random, int arity, int depth) {
        var fields = new ArrayList<DataField>();
        for (int i = 0; i < arity; i++) {
            fields.add(new DataField(10 * i + depth, "f" + i, type(random, depth)));
        }
        return RowType.of(fields).withNullable(random.nextInt(3) > 0);
    }

    static DataType type(Random random, int depth) {
        DataType type = switch (random.nextInt(depth == 0 ? 15 : 21)) {
            case 0 -> DataTypes.BOOLEAN;
            case 1 -> DataTypes.TINYINT;
            case 2 -> DataTypes.SMALLINT;
            case 3 -> DataTypes.INT;
            case 4 -> DataTypes.BIGINT;
            case 5 -> DataTypes.FLOAT;
            case 6 -> DataTypes.DOUBLE;
            case 7 -> DataTypes.DATE;
            case 8 -> DataTypes.STRING;
            case 9 -> DataTypes.BYTES;
            case 10 -> DataTypes.charType(3);
            case 11 -> DataTypes.time(3);
            case 12 -> DataTypes.timestamp(random.nextInt(10));
            case 13 -> DataTypes.timestampLtz(random.nextInt(10));
            case 14 -> {
                int precision = 1 + random.nextInt(38);
                yield DataTypes.decimal(precision, random.nextInt(precision + 1));
            }
            case 15, 16 -> DataTypes.array(type(random, depth - 1));
            case 17 -> new MapType(type(random, depth - 1), type(random, depth - 1), true);
            case 18 -> DataTypes.multiset(type(random, depth - 1));
            default -> rowType(random, 1 + random.nextInt(4), depth - 1);
        };
        return type.withNullable(random.nextInt(3) > 0);
    }
}
