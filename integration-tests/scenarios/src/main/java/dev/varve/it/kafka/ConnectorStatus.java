package dev.varve.it.kafka;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** What a worker says about a connector: its state, those of its tasks, and where one has failed, why. */
public record ConnectorStatus(String name, Part connector, List<Part> tasks) {
    /**
     * @param worker REST address of the worker that runs it
     * @param trace stack trace of a failure, else empty
     */
    public record Part(String state, String worker, String trace) {
        public boolean isRunning() {
            return state.equals("RUNNING");
        }

        public boolean hasFailed() {
            return state.equals("FAILED");
        }

        private static Part of(JsonNode json) {
            return new Part(
                    json.path("state").asText(),
                    json.path("worker_id").asText(),
                    json.path("trace").asText(""));
        }
    }

    static ConnectorStatus of(JsonNode json) {
        List<Part> tasks = new ArrayList<>();
        json.path("tasks").forEach(task -> tasks.add(Part.of(task)));
        return new ConnectorStatus(json.path("name").asText(), Part.of(json.path("connector")), List.copyOf(tasks));
    }

    /** Whether the connector and this many tasks run. */
    public boolean isRunning(int taskCount) {
        return connector.isRunning()
                && tasks.size() == taskCount
                && tasks.stream().allMatch(Part::isRunning);
    }

    /** Whether the connector is stopped and has no tasks. */
    public boolean isStopped() {
        return connector.state().equals("STOPPED") && tasks.isEmpty();
    }

    public boolean hasFailed() {
        return connector.hasFailed() || tasks.stream().anyMatch(Part::hasFailed);
    }

    /** One line, then the traces of what has failed. */
    public String describe() {
        StringBuilder text = new StringBuilder("connector ")
                .append(name)
                .append(" ")
                .append(connector.state())
                .append(", tasks");
        tasks.forEach(task -> text.append(" ").append(task.state()));
        if (connector.hasFailed()) {
            text.append("\n").append(connector.trace());
        }
        tasks.stream().filter(Part::hasFailed).forEach(task -> text.append("\n").append(task.trace()));
        return text.toString();
    }
}
