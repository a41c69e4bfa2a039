package dev.varve.it.kafka;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.varve.it.process.HarnessException;
import dev.varve.it.process.Waiting;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.kafka.common.TopicPartition;

/**
 * Speaks to the REST interface of a Connect cluster. While workers come and go a request is answered by a conflict, or not at all;
 * such requests are repeated for a minute.
 */
public final class ConnectClient {
    private static final Duration REQUEST_LIMIT = Duration.ofSeconds(90);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;
    private static final int ERRORS = 400;
    private static final int SERVER_ERRORS = 500;

    private final Supplier<URI> address;
    private final Supplier<String> evidence;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
    private final ObjectMapper json = new ObjectMapper();

    /**
     * @param address of a worker that is up, asked before every request
     * @param evidence about the workers, for messages
     */
    public ConnectClient(Supplier<URI> address, Supplier<String> evidence) {
        this.address = address;
        this.evidence = evidence;
    }

    /** Whether a worker answers. */
    public boolean isReady() {
        return tryOnce("GET", "/connectors", null).map(Answer::status).orElse(0) == OK;
    }

    /** Class names of the connectors that are installed, with their versions. */
    public Map<String, String> connectorPlugins() {
        Map<String, String> plugins = new LinkedHashMap<>();
        request("GET", "/connector-plugins", null)
                .body()
                .forEach(plugin -> plugins.put(
                        plugin.path("class").asText(), plugin.path("version").asText()));
        return plugins;
    }

    /** Asks whether a configuration would be accepted for a connector of this name: the errors of each setting that has some. */
    public Map<String, List<String>> validate(String name, Map<String, String> config) {
        JsonNode answer = validation(name, config);
        Map<String, List<String>> errors = new LinkedHashMap<>();
        for (JsonNode setting : answer.path("configs")) {
            JsonNode value = setting.path("value");
            List<String> messages = new ArrayList<>();
            value.path("errors").forEach(message -> messages.add(message.asText()));
            if (!messages.isEmpty()) {
                errors.put(value.path("name").asText(), List.copyOf(messages));
            }
        }
        return errors;
    }

    /** What the worker answers when it is asked whether a configuration would be accepted. */
    public JsonNode validation(String name, Map<String, String> config) {
        Map<String, String> named = new LinkedHashMap<>(config);
        named.put("name", name);
        String type = config.get("connector.class");
        return request("PUT", "/connector-plugins/" + encode(type) + "/config/validate", json.valueToTree(named))
                .body();
    }

    /** The connector and its tasks as the worker describes them, with their configurations. */
    public JsonNode description(String name) {
        return request("GET", path(name), null).body();
    }

    /**
     * Creates a connector.
     *
     * @throws HarnessException with the worker's reasons if it refuses
     */
    public void create(ConnectorDocument document) {
        request("POST", "/connectors", document.toJson());
    }

    /** Creates a connector, or changes its configuration. */
    public void configure(String name, Map<String, String> config) {
        request("PUT", path(name) + "/config", json.valueToTree(config));
    }

    public void delete(String name) {
        request("DELETE", path(name), null);
    }

    /** Stops a connector's tasks but keeps it, so that its offsets can be changed. */
    public void stop(String name) {
        request("PUT", path(name) + "/stop", null);
    }

    /** Holds a connector's tasks where they are. */
    public void pause(String name) {
        request("PUT", path(name) + "/pause", null);
    }

    public void resume(String name) {
        request("PUT", path(name) + "/resume", null);
    }

    /** Waits until a task has failed. */
    public ConnectorStatus awaitFailed(String name, Duration limit) {
        return Waiting.until(
                "a task of connector " + name + " to fail",
                limit,
                () -> status(name).filter(ConnectorStatus::hasFailed),
                () -> describe(name));
    }

    /** Restarts the connector and all of its tasks. */
    public void restart(String name) {
        request("POST", path(name) + "/restart?includeTasks=true", null);
    }

    /** Restarts those of the connector and its tasks that have failed. */
    public void restartFailed(String name) {
        request("POST", path(name) + "/restart?includeTasks=true&onlyFailed=true", null);
    }

    /** The connector's status; empty as long as no worker has taken it up. */
    public Optional<ConnectorStatus> status(String name) {
        Answer answer = requestAny("GET", path(name) + "/status", null);
        if (answer.status() == NOT_FOUND) {
            return Optional.empty();
        }
        return Optional.of(ConnectorStatus.of(
                accepted("GET", path(name) + "/status", answer).body()));
    }

    /** Waits until a connector that was told to stop has no tasks any more. */
    public void awaitStopped(String name, Duration limit) {
        Waiting.untilTrue(
                "connector " + name + " to stop",
                limit,
                () -> status(name).map(ConnectorStatus::isStopped).orElse(false),
                () -> describe(name));
    }

    /** The offsets as the worker reports them. */
    public JsonNode offsets(String name) {
        return request("GET", path(name) + "/offsets", null).body();
    }

    /** Sets offsets of a stopped sink: the next to consume. Other partitions stay as they are. */
    public void alterOffsets(String name, Map<TopicPartition, Long> next) {
        ObjectNode body = json.createObjectNode();
        ArrayNode offsets = body.putArray("offsets");
        next.forEach((partition, offset) -> {
            ObjectNode one = offsets.addObject();
            one.putObject("partition")
                    .put("kafka_topic", partition.topic())
                    .put("kafka_partition", partition.partition());
            one.putObject("offset").put("kafka_offset", offset);
        });
        request("PATCH", path(name) + "/offsets", body);
    }

    /** Forgets the offsets of a stopped connector. */
    public void resetOffsets(String name) {
        request("DELETE", path(name) + "/offsets", null);
    }

    /**
     * Waits until the connector and this many tasks are RUNNING.
     *
     * @throws HarnessException at once when something has FAILED, with its trace
     */
    public void awaitRunning(String name, int tasks, Duration limit) {
        Waiting.untilTrue(
                "connector " + name + " with " + tasks + " running tasks",
                limit,
                () -> {
                    requireHealthy(name);
                    return status(name).map(status -> status.isRunning(tasks)).orElse(false);
                },
                () -> describe(name));
    }

    /** The connector's status, then the evidence about the workers: for messages. */
    public String describe(String name) {
        return status(name).map(ConnectorStatus::describe).orElse("connector " + name + " has no status yet") + "\n"
                + evidence.get();
    }

    /** @throws HarnessException with the trace if the connector or one of its tasks has failed */
    public void requireHealthy(String name) {
        status(name).filter(ConnectorStatus::hasFailed).ifPresent(status -> {
            throw new HarnessException(status.describe() + "\n" + evidence.get());
        });
    }

    private record Answer(int status, JsonNode body) {}

    private Answer request(String method, String path, JsonNode body) {
        return accepted(method, path, requestAny(method, path, body));
    }

    private Answer accepted(String method, String path, Answer answer) {
        if (answer.status() >= ERRORS) {
            throw new HarnessException(method + " " + path + " was answered with " + answer.status() + ": "
                    + answer.body().path("message").asText(answer.body().toString())
                    + (answer.status() >= SERVER_ERRORS ? "\n" + evidence.get() : ""));
        }
        return answer;
    }

    private Answer requestAny(String method, String path, JsonNode body) {
        return Waiting.until(
                "an answer to " + method + " " + path,
                PATIENCE,
                () -> tryOnce(method, path, body).filter(answer -> !passes(answer)),
                evidence);
    }

    /**
     * Whether a refusal is one for now. A conflict because of a rebalance passes; one with a connector of the same name does not.
     * Tasks of a connector that is stopped already may still hold on to its consumer group.
     */
    private static boolean passes(Answer answer) {
        String message = answer.body().path("message").asText();
        return answer.status() == CONFLICT
                ? !message.contains("already exists")
                : message.contains("tasks haven't stopped completely");
    }

    private Optional<Answer> tryOnce(String method, String path, JsonNode body) {
        try {
            HttpRequest request = HttpRequest.newBuilder(URI.create(address.get() + path))
                    .timeout(REQUEST_LIMIT)
                    .header("Content-Type", "application/json")
                    .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body.toString()))
                    .build();
            HttpResponse<String> response =
                    http.send(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
            return Optional.of(new Answer(response.statusCode(), parse(response.body())));
        } catch (IOException unreachable) {
            return Optional.empty();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new HarnessException("interrupted while waiting for " + method + " " + path, stopped);
        }
    }

    private JsonNode parse(String text) {
        try {
            return text.isEmpty() ? NullNode.getInstance() : json.readTree(text);
        } catch (JsonProcessingException notJson) {
            return json.getNodeFactory().textNode(text);
        }
    }

    private static String path(String connector) {
        return "/connectors/" + encode(connector);
    }

    private static String encode(String part) {
        return URLEncoder.encode(part, StandardCharsets.UTF_8);
    }
}
