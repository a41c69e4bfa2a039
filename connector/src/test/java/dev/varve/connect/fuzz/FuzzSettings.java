package dev.varve.connect.fuzz;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Random settings of a connector that change how events are understood. */
final class FuzzSettings {
    private static final Map<String, List<String>> CHOICES = Map.of(
            "cdc.format",
            List.of(
                    "auto",
                    "auto",
                    "auto",
                    "auto",
                    "auto",
                    "auto",
                    "auto",
                    "auto",
                    "auto",
                    "auto",
                    "debezium",
                    "flat",
                    "mongodb",
                    "maxwell",
                    "canal",
                    "upsert",
                    "insert"),
            "tombstone.policy",
            List.of("auto", "auto", "delete", "ignore"),
            "truncate.policy",
            List.of("ignore", "delete-all", "delete-all"),
            "message.policy",
            List.of("ignore", "fail"),
            "mongodb.layout",
            List.of("document", "columns"),
            "heartbeat.policy",
            List.of("ignore", "land"),
            "transaction.policy",
            List.of("ignore", "land"),
            "schema.evolution",
            List.of("full", "full", "full", "add-columns", "none"),
            "unknown.field.policy",
            List.of("fail", "ignore"),
            "infinite.time.policy",
            List.of("fail", "null"));

    private FuzzSettings() {}

    static Map<String, String> random(Random random) {
        var settings = new HashMap<String, String>();
        CHOICES.keySet().stream().sorted().forEach(name -> {
            List<String> values = CHOICES.get(name);
            settings.put(name, values.get(random.nextInt(values.size())));
        });
        if (random.nextInt(3) == 0) {
            settings.put("tables.orders.primary-key", "id");
        }
        if (random.nextInt(5) == 0) {
            settings.put("schemaless.decimal", "base64");
        }
        switch (random.nextInt(12)) {
            case 0 -> settings.put("table.format", "${source.db}.${source.table}");
            case 1 -> settings.put("table.format", "${field:id}");
            case 2 -> settings.put("table.format", "one_for_all");
            default -> settings.put("table.format", "${table}");
        }
        settings.put("options.bucket", Integer.toString(1 + random.nextInt(2)));
        settings.put("options.num-sorted-run.compaction-trigger", "3");
        return settings;
    }
}
