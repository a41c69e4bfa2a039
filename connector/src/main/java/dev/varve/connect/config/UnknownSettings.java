package dev.varve.connect.config;

import dev.varve.table.option.NearestName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reports names that nobody knows but that were probably meant for us. Names that resemble nothing of ours are left alone: a
 * connector's properties also carry those of converters, transforms and tools.
 */
final class UnknownSettings {
    /** Names and prefixes that Kafka Connect itself reads; a prefix ends with a dot. */
    private static final List<String> CONNECTS = List.of(
            "name",
            "connector.class",
            "connector.plugin.version",
            "tasks.max",
            "tasks.max.enforce",
            "topics",
            "topics.regex",
            "key.converter",
            "key.converter.",
            "value.converter",
            "value.converter.",
            "header.converter",
            "header.converter.",
            "transforms",
            "transforms.",
            "predicates",
            "predicates.",
            "config.action.reload",
            "errors.",
            "consumer.override.",
            "producer.override.",
            "admin.override.",
            "task.");

    private UnknownSettings() {}

    static void report(Map<String, String> properties, Set<String> known, Problems problems) {
        List<String> candidates = new ArrayList<>(known);
        Arrays.stream(SettingFamily.values())
                .map(family -> family.prefix().substring(0, family.prefix().length() - 1))
                .distinct()
                .forEach(candidates::add);
        for (String name : properties.keySet()) {
            if (!known.contains(name) && SettingFamily.ofPrefix(name).isEmpty() && !isConnects(name)) {
                nearest(name, candidates)
                        .ifPresent(near -> problems.add(name, "unknown setting; did you mean " + near + "?"));
            }
        }
    }

    private static Optional<String> nearest(String name, List<String> candidates) {
        Optional<String> whole = NearestName.of(name, candidates);
        if (whole.isPresent()) {
            return whole;
        }
        int dot = name.indexOf('.');
        return dot < 0
                ? Optional.empty()
                : NearestName.of(
                                name.substring(0, dot),
                                List.of("options", "tables", "columns", "hadoop", "kafka", "route"))
                        .map(prefix -> prefix + name.substring(dot));
    }

    private static boolean isConnects(String name) {
        return CONNECTS.stream().anyMatch(known -> known.endsWith(".") ? name.startsWith(known) : name.equals(known));
    }
}
