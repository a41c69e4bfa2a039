package dev.varve.it.kafka;

import dev.varve.it.process.Checkout;
import dev.varve.it.process.ChildProcess;
import dev.varve.it.process.FreePorts;
import dev.varve.it.process.HarnessException;
import dev.varve.it.process.ProgramLeash;
import dev.varve.it.process.Waiting;
import dev.varve.it.process.Workspace;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Apicurio Registry, with its schemas in memory; its program is there with the Maven profile {@code apicurio} only. */
public final class ApicurioRegistry {
    private static final int ATTEMPTS = 3;
    private static final Duration LIMIT = Duration.ofSeconds(180);
    private static final Duration REQUEST_LIMIT = Duration.ofSeconds(5);

    private final String url;

    private ApicurioRegistry(int port) {
        this.url = "http://127.0.0.1:" + port + "/apis/ccompat/v7";
    }

    /** Returns when the registry answers. */
    public static ApicurioRegistry start(Workspace workspace) {
        Path program = program();
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            int port = FreePorts.one();
            ChildProcess process = workspace.start(
                    "Apicurio Registry",
                    "log/apicurio-" + attempt + ".log",
                    ProgramLeash.of(
                            "TERM",
                            List.of(
                                    Path.of(System.getProperty("java.home"), "bin", "java")
                                            .toString(),
                                    "-Xmx384m",
                                    "-XX:+UseSerialGC",
                                    "-XX:TieredStopAtLevel=1",
                                    "-Dquarkus.http.host=127.0.0.1",
                                    "-Dquarkus.http.port=" + port,
                                    "-jar",
                                    program.toString())));
            ApicurioRegistry registry = new ApicurioRegistry(port);
            Waiting.untilTrue(
                    "Apicurio Registry to answer at " + registry.url,
                    LIMIT,
                    () -> !process.isAlive() || registry.answers(),
                    process::evidence);
            if (process.isAlive()) {
                return registry;
            }
            if (!FreePorts.isTakenMessage(process.output())) {
                throw new HarnessException(process.evidence());
            }
        }
        throw new HarnessException("Apicurio Registry found its port taken " + ATTEMPTS + " times; logs are in "
                + workspace.directory("log"));
    }

    /** Of the interface that Confluent's converters speak. */
    public String url() {
        return url;
    }

    /** Names under which schemas are registered, as the registry lists them: JSON. */
    public String subjects() {
        return get("/subjects");
    }

    private boolean answers() {
        try {
            return !get("/subjects").isEmpty();
        } catch (HarnessException notYet) {
            return false;
        }
    }

    private String get(String path) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + path))
                .timeout(REQUEST_LIMIT)
                .build();
        try {
            HttpResponse<String> answer =
                    HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() != 200) {
                throw new HarnessException("Apicurio Registry answers " + answer.statusCode() + " to " + path);
            }
            return answer.body();
        } catch (IOException failed) {
            throw new HarnessException("Apicurio Registry does not answer to " + path, failed);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new HarnessException("interrupted while asking Apicurio Registry for " + path, stopped);
        }
    }

    private static Path program() {
        Path directory = Checkout.target().resolve("apicurio").toAbsolutePath().normalize();
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith("-runner.jar"))
                    .findFirst()
                    .orElseThrow();
        } catch (IOException missing) {
            throw new HarnessException(
                    "there is no Apicurio Registry in " + directory
                            + "; build it with: mvn -Papicurio -DskipTests package -pl integration-tests/scenarios -am",
                    missing);
        }
    }
}
