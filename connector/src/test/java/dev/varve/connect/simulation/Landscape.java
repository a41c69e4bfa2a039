package dev.varve.connect.simulation;

import dev.varve.table.TableId;
import dev.varve.table.schema.TableSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** The tables of one history: their shapes and options, drawn from the seed. */
final class Landscape {
    static final String ROOT = "/warehouse";

    private static final List<String> RETENTIONS = List.of("1 min", "10 min", "1 h");

    private final Map<TableId, Shape> shapes = new LinkedHashMap<>();
    private final Map<TableId, TableSpec> specs = new LinkedHashMap<>();
    private final int stopTrigger;
    private long attempts;

    Landscape(Random random, Tally tally) {
        int trigger = 2 + random.nextInt(3);
        stopTrigger = trigger + 1 + random.nextInt(3);
        int tables = 1 + random.nextInt(2);
        for (int i = 0; i < tables; i++) {
            TableId id = new TableId("db", "t" + i);
            Shape shape = Shape.values()[random.nextInt(Shape.values().length)];
            tally.count(shape.happening());
            shapes.put(id, shape);
            specs.put(id, shape.spec(tuning(random, trigger)));
        }
    }

    private Map<String, String> tuning(Random random, int trigger) {
        var tuning = new LinkedHashMap<String, String>();
        tuning.put("bucket", random.nextInt(4) == 0 ? "2" : "1");
        tuning.put("num-sorted-run.compaction-trigger", Integer.toString(trigger));
        tuning.put("num-sorted-run.stop-trigger", Integer.toString(stopTrigger));
        tuning.put("num-levels", random.nextBoolean() ? "3" : "5");
        tuning.put("snapshot.num-retained.min", Integer.toString(1 + random.nextInt(4)));
        tuning.put("snapshot.num-retained.max", Integer.toString(4 + random.nextInt(6)));
        tuning.put("snapshot.time-retained", RETENTIONS.get(random.nextInt(RETENTIONS.size())));
        tuning.put("manifest.merge-min-count", Integer.toString(2 + random.nextInt(4)));
        tuning.put("file.compression", "none");
        tuning.put("manifest.compression", "none");
        return tuning;
    }

    List<TableId> ids() {
        return List.copyOf(shapes.keySet());
    }

    Shape shape(TableId id) {
        return shapes.get(id);
    }

    TableSpec spec(TableId id) {
        return specs.get(id);
    }

    /** Runs in a bucket at which writers wait. */
    int stopTrigger() {
        return stopTrigger;
    }

    /** A number for one write of one row. */
    long nextAttempt() {
        return attempts++;
    }
}
