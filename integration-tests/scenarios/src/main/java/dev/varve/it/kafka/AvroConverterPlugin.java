package dev.varve.it.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.varve.it.process.Checkout;
import dev.varve.it.process.HarnessException;
import dev.varve.it.process.Workspace;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/** Confluent's Avro converter as a worker's plugin: the jars that the build has laid out, and the entry by which workers find it. */
public final class AvroConverterPlugin {
    /** Name of the converter's class. */
    public static final String CLASS = "org.apache.pulsar.kafka.shade.io.confluent.connect.avro.AvroConverter";

    private static final String SERVICE = "META-INF/services/org.apache.kafka.connect.storage.Converter";

    private AvroConverterPlugin() {}

    /**
     * Settings of the converter, by what follows {@code key.converter} or {@code value.converter} in their names.
     *
     * @param registry address of the schema registry
     */
    public static Map<String, String> settings(String registry) {
        return Map.of("", CLASS, ".schema.registry.url", registry);
    }

    /** Makes a directory with the plugin, to be named in {@code plugin.path}. */
    public static PluginPath in(Workspace workspace) {
        Path jars = Checkout.target().resolve("avro-converter");
        Path directory = workspace.scratch("avro-plugin");
        try (Stream<Path> files = Files.list(jars)) {
            Path plugin = Files.createDirectories(directory.resolve("avro-converter"));
            List<Path> all =
                    files.filter(file -> file.toString().endsWith(".jar")).toList();
            for (Path jar : all) {
                Files.copy(jar, plugin.resolve(jar.getFileName()));
            }
            try (OutputStream file = Files.newOutputStream(plugin.resolve("service.jar"));
                    JarOutputStream jar = new JarOutputStream(file)) {
                jar.putNextEntry(new JarEntry(SERVICE));
                jar.write((CLASS + "\n").getBytes(UTF_8));
                jar.closeEntry();
            }
            return new PluginPath(directory);
        } catch (IOException failed) {
            throw new HarnessException(
                    "the Avro converter cannot be laid out from " + jars
                            + "; build it with: mvn -DskipTests package -pl integration-tests/scenarios -am",
                    failed);
        }
    }
}
