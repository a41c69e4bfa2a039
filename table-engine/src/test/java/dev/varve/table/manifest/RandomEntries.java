package dev.varve.table.manifest;

import dev.varve.table.format.ColumnStatistics;
import dev.varve.table.manifest.ManifestEntry.Kind;
import dev.varve.table.row.BinaryRow;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.Decimal;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.RowSerializer;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.schema.TableSpec;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** Seeded metadata of files that need not exist, of a table with two partition columns and two key columns besides. */
public final class RandomEntries {
    /** The table, without options. */
    public static final TableSpec SPEC = spec(Map.of());

    /** The table's schema, for tests that need no table. */
    public static final TableSchema SCHEMA = new TableSchema(
            TableSchema.CURRENT_VERSION,
            0,
            SPEC.fields(),
            5,
            SPEC.partitionKeys(),
            SPEC.primaryKeys(),
            Map.of("bucket", "4"),
            Optional.empty(),
            0);

    private final Random random;
    private final RowSerializer partitions = new RowSerializer(SCHEMA.partitionType());
    private final RowSerializer keys = new RowSerializer(SCHEMA.keyType());
    private final StatisticsBuilder keyStatistics = new StatisticsBuilder(SCHEMA.keyType());
    private final StatisticsBuilder valueStatistics = new StatisticsBuilder(SCHEMA.rowType());

    public RandomEntries(long seed) {
        random = new Random(seed);
    }

    public static TableSpec spec(Map<String, String> options) {
        return new TableSpec(
                List.of(
                        new DataField(0, "dt", DataTypes.STRING.notNull()),
                        new DataField(1, "region", DataTypes.INT.notNull()),
                        new DataField(2, "id", DataTypes.BIGINT.notNull()),
                        new DataField(3, "code", DataTypes.varchar(30).notNull()),
                        new DataField(4, "price", DataTypes.decimal(20, 2)),
                        new DataField(5, "raw", DataTypes.BYTES)),
                List.of("dt", "region", "id", "code"),
                List.of("dt", "region"),
                options,
                Optional.empty());
    }

    /** One of a few partitions, some with text that does not fit a slot. */
    public BinaryRow partition() {
        String day = "2026-01-0" + (1 + random.nextInt(3));
        return partition(random.nextInt(5) == 0 ? "d" : day, random.nextInt(2));
    }

    public BinaryRow partition(String day, int region) {
        return partitions.toBinary(GenericRow.of(BinaryString.of(day), region));
    }

    public BucketId bucket() {
        return new BucketId(partition(), random.nextInt(4));
    }

    public BinaryRow key(long id) {
        return keys.toBinary(GenericRow.of(id, BinaryString.of("code-" + id)));
    }

    /** A file of keys {@code minId} to {@code maxId}. */
    public DataFileMeta file(String name, int level, long minId, long maxId) {
        boolean rich = random.nextInt(4) > 0;
        StatisticsBuilder.ValueStatistics values = valueStatistics.values(valueColumns(), true);
        return new DataFileMeta(
                name,
                1000 + random.nextInt(100_000),
                1 + random.nextInt(1000),
                key(minId),
                key(maxId),
                keyStatistics.all(List.of(
                        new ColumnStatistics(minId, maxId, 0L),
                        new ColumnStatistics(BinaryString.of("a"), rich ? BinaryString.of("code") : null, null))),
                values.stats(),
                random.nextInt(1000),
                1000 + random.nextInt(1000),
                0,
                level,
                rich ? List.of() : List.of(name + ".index"),
                Optional.of(1_770_000_000_000L + random.nextInt()),
                rich ? Optional.of((long) random.nextInt(5)) : Optional.empty(),
                rich ? Optional.empty() : Optional.of(ByteBuffer.wrap(new byte[] {1, 2, (byte) random.nextInt()})),
                Optional.of(random.nextBoolean() ? FileSource.APPEND : FileSource.COMPACT),
                values.columns(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private List<ColumnStatistics> valueColumns() {
        List<ColumnStatistics> columns = new ArrayList<>();
        columns.add(new ColumnStatistics(BinaryString.of("2026-01-01"), BinaryString.of("2026-01-03"), 0L));
        columns.add(new ColumnStatistics(1, 2, 0L));
        columns.add(new ColumnStatistics(5L, random.nextLong(), 0L));
        columns.add(new ColumnStatistics(null, null, 3L));
        columns.add(
                random.nextBoolean()
                        ? ColumnStatistics.UNKNOWN
                        : new ColumnStatistics(
                                Decimal.exact(new BigDecimal("-123456789012345.67"), 20, 2)
                                        .orElseThrow(),
                                Decimal.exact(new BigDecimal("123456789012345678.01"), 20, 2)
                                        .orElseThrow(),
                                7L));
        columns.add(random.nextBoolean() ? ColumnStatistics.UNKNOWN : new ColumnStatistics(null, null, 1L));
        return columns;
    }

    public ManifestEntry add(String name, int level) {
        long min = random.nextInt(1000);
        return new ManifestEntry(Kind.ADD, bucket(), 4, file(name, level, min, min + random.nextInt(1000)));
    }

    public static ManifestEntry delete(ManifestEntry added) {
        return new ManifestEntry(Kind.DELETE, added.bucket(), added.totalBuckets(), added.file());
    }

    /** So many new level-0 files, named from {@code prefix}. */
    public List<ManifestEntry> adds(String prefix, int count) {
        List<ManifestEntry> entries = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            entries.add(add(prefix + "-" + i + ".parquet", 0));
        }
        return entries;
    }
}
