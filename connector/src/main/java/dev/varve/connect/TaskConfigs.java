package dev.varve.connect;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What the connector tells its tasks beside the user's settings: which of how many they are. */
record TaskConfigs(int task, int tasks) {
    private static final String TASK = "varve.task.index";
    private static final String TASKS = "varve.task.count";

    /** One configuration for each task. */
    static List<Map<String, String>> of(Map<String, String> properties, int tasks) {
        var configs = new ArrayList<Map<String, String>>();
        for (int task = 0; task < tasks; task++) {
            var config = new HashMap<>(properties);
            config.put(TASK, Integer.toString(task));
            config.put(TASKS, Integer.toString(tasks));
            configs.add(config);
        }
        return configs;
    }

    /** What {@link #of} wrote into a task's configuration; a task without it is the only one. */
    static TaskConfigs read(Map<String, String> config) {
        return new TaskConfigs(
                Integer.parseInt(config.getOrDefault(TASK, "0")), Integer.parseInt(config.getOrDefault(TASKS, "1")));
    }

    /** The user's settings alone. */
    static Map<String, String> settings(Map<String, String> config) {
        var settings = new HashMap<>(config);
        settings.remove(TASK);
        settings.remove(TASKS);
        return settings;
    }
}
