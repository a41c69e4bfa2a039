package dev.varve.table.history;

import dev.varve.table.TableId;
import dev.varve.table.schema.TableSpec;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/**
 * The tables whose lives are tried: one shape, many options.
 *
 * @param merging what the table makes of several versions of a key
 */
record HistoryTable(TableSpec spec, Merging merging) {
    static final String ROOT = "/warehouse";
    static final TableId ID = new TableId("d", "t");
    static final String LOCATION = ROOT + "/d.db/t";

    static HistoryTable random(Random random) {
        List<DataField> fields = new ArrayList<>();
        fields.add(new DataField(0, "p", DataTypes.INT.notNull()));
        fields.add(new DataField(1, "id", DataTypes.BIGINT.notNull()));
        for (Column column : Column.values()) {
            fields.add(new DataField(column.position(), column.text(), column.type()));
        }
        Merging merging = Merging.random(random);
        Map<String, String> options = options(random);
        options.putAll(merging.options());
        if (!merging.hidesLevelZero() && random.nextInt(4) == 0) {
            options.put("deletion-vectors.enabled", "true");
            maybe(random, 2, options, "deletion-vectors.bitmap64", "true");
            maybe(random, 3, options, "lookup-wait", "false");
        }
        TableSpec spec = new TableSpec(
                fields,
                List.of("p", "id"),
                random.nextInt(3) == 0 ? List.of("p") : List.of(),
                options,
                Optional.empty());
        return new HistoryTable(spec, merging);
    }

    /** Whether rows are visible above level 0 only. */
    boolean hidesLevelZero() {
        return merging.hidesLevelZero() || Boolean.parseBoolean(spec.options().get("deletion-vectors.enabled"));
    }

    /** Whether nothing but a compaction that somebody else makes ever merges its files. */
    boolean isWriteOnly() {
        return Boolean.parseBoolean(spec.options().get("write-only"));
    }

    private static Map<String, String> options(Random random) {
        Map<String, String> options = new LinkedHashMap<>();
        options.put("bucket", pick(random, "1", "1", "1", "2", "3"));
        int trigger = 2 + random.nextInt(4);
        options.put("num-sorted-run.compaction-trigger", Integer.toString(trigger));
        if (random.nextInt(3) == 0) {
            options.put("num-sorted-run.stop-trigger", Integer.toString(trigger + random.nextInt(4)));
        }
        maybe(random, 3, options, "num-levels", "2", "3", "4", "7");
        maybe(random, 3, options, "compaction.max-size-amplification-percent", "10", "100", "1000", "100000");
        maybe(random, 4, options, "compaction.size-ratio", "0", "10", "100");
        maybe(random, 8, options, "compaction.optimization-interval", "1 min", "1 h");
        maybe(random, 8, options, "compaction.total-size-threshold", "1 kb", "1 mb");
        maybe(random, 8, options, "compaction.incremental-size-threshold", "1 kb", "1 mb");
        maybe(random, 8, options, "full-compaction.delta-commits", "1", "3");
        maybe(random, 6, options, "compaction.force-up-level-0", "true");
        maybe(random, 8, options, "commit.force-compact", "true");
        maybe(random, 10, options, "write-only", "true");
        maybe(random, 3, options, "target-file-size", "1 b", "2 kb", "1 mb");
        maybe(random, 4, options, "file-index.bloom-filter.columns", "v", "id", "v,n");
        maybe(random, 8, options, "file-index.in-manifest-threshold", "10 b", "10 kb");
        maybe(random, 4, options, "metadata.stats-mode", "none", "counts", "full", "truncate(3)");
        maybe(random, 8, options, "metadata.stats-dense-store", "false");
        maybe(random, 4, options, "manifest.merge-min-count", "2", "5");
        maybe(random, 6, options, "manifest.target-file-size", "1 kb");
        maybe(random, 6, options, "manifest.full-compaction-threshold-size", "1 b", "4 kb");
        maybe(random, 6, options, "data-file.thin-mode", "true");
        maybe(random, 6, options, "file.compression", "snappy", "none");
        options.put("snapshot.num-retained.min", pick(random, "1", "2", "5"));
        options.put("snapshot.num-retained.max", pick(random, "5", "8", "20"));
        maybe(random, 2, options, "snapshot.time-retained", "1 min", "10 min");
        return options;
    }

    private static void maybe(Random random, int oneIn, Map<String, String> options, String key, String... values) {
        if (random.nextInt(oneIn) == 0) {
            options.put(key, pick(random, values));
        }
    }

    private static String pick(Random random, String... values) {
        return values[random.nextInt(values.length)];
    }
}
