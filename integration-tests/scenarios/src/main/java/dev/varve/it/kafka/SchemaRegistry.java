package dev.varve.it.kafka;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.varve.it.process.HarnessException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The part of a schema registry that Avro converters ask for: schemas get numbers, whatever their subject, and are found by them.
 * Nothing is checked for compatibility. Requests are served one at a time.
 */
public final class SchemaRegistry implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String BY_ID = "/schemas/ids/";

    private final HttpServer server;
    /** A schema's number is its place, from 1. */
    private final List<String> schemas = new ArrayList<>();

    private SchemaRegistry(HttpServer server) {
        this.server = server;
    }

    /** Starts on a free port of this machine. */
    public static SchemaRegistry start() {
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            SchemaRegistry registry = new SchemaRegistry(server);
            server.createContext("/", registry::serve);
            server.start();
            return registry;
        } catch (IOException failed) {
            throw new HarnessException("the schema registry cannot be started", failed);
        }
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            Object answer = answer(exchange);
            byte[] body = JSON.writeValueAsBytes(answer == null ? Map.of("error_code", 40403) : answer);
            exchange.getResponseHeaders().add("Content-Type", "application/vnd.schemaregistry.v1+json");
            exchange.sendResponseHeaders(answer == null ? 404 : 200, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    /** Null if there is none. */
    private Object answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        if (exchange.getRequestMethod().equals("POST") && path.startsWith("/subjects/")) {
            String schema =
                    JSON.readTree(exchange.getRequestBody()).path("schema").asText();
            int id = number(schema);
            return Map.of("subject", path.split("/")[2], "version", id, "id", id, "schema", schema);
        }
        if (path.startsWith(BY_ID)) {
            int id = Integer.parseInt(path.substring(BY_ID.length()));
            return id >= 1 && id <= schemas.size() ? Map.of("schema", schemas.get(id - 1)) : null;
        }
        return path.startsWith("/config") ? Map.of("compatibilityLevel", "NONE") : null;
    }

    private int number(String schema) {
        int known = schemas.indexOf(schema);
        if (known < 0) {
            schemas.add(schema);
            return schemas.size();
        }
        return known + 1;
    }
}
