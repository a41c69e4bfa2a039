package dev.varve.it.kafka;

import dev.varve.it.process.Checkout;
import dev.varve.it.process.HarnessException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a worker's {@code plugin.path} names: a directory with one subdirectory for each plugin.
 *
 * @param directory absolute
 */
public record PluginPath(Path directory) {
    /** Name of the connector's class. */
    public static final String SINK_CLASS = "dev.varve.connect.VarveSinkConnector";

    /** The Debezium source and our sink, as the build has unpacked them. */
    public static PluginPath built() {
        return new PluginPath(Checkout.target().resolve("plugins"));
    }

    public PluginPath {
        directory = directory.toAbsolutePath().normalize();
        if (!Files.isDirectory(directory)) {
            throw new HarnessException("there are no plugins in " + directory
                    + "; build them with: mvn -DskipTests package -pl integration-tests/scenarios -am");
        }
    }

    /** The component archive that {@code mvn package} has made. */
    public static Path sinkArchive() {
        Path packages = Checkout.root().resolve("connector/target/components/packages");
        try (Stream<Path> files = Files.list(packages)) {
            List<Path> archives =
                    files.filter(file -> file.toString().endsWith(".zip")).toList();
            if (archives.size() != 1) {
                throw new HarnessException("expected one component archive in " + packages + ", found " + archives);
            }
            return archives.get(0);
        } catch (IOException missing) {
            throw new HarnessException(
                    "no component archive in " + packages + "; build it with: mvn -DskipTests package", missing);
        }
    }
}
