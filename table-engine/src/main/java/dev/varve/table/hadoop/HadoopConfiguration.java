package dev.varve.table.hadoop;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.fs.Location;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/** Hadoop's settings for one opened store: Hadoop's defaults, the user's files if any, ours where unset, the user's settings. */
final class HadoopConfiguration {
    /** A directory with {@code core-site.xml} and {@code hdfs-site.xml}; the only setting that is not Hadoop's own. */
    static final String CONF_DIRECTORY = "conf.dir";

    private static final List<String> CONF_FILES = List.of("core-site.xml", "hdfs-site.xml");

    /**
     * How long S3A tries by itself. A connector's task must come back to its consumer within minutes, and waits for a store that is
     * away in its own way; Hadoop's defaults add up to a quarter of an hour for a host that does not answer and to
     * days for one that asks to slow down.
     */
    private static final Map<String, String> PATIENCE = Map.of(
            "fs.s3a.connection.establish.timeout", "5s",
            "fs.s3a.attempts.maximum", "3",
            "fs.s3a.retry.limit", "4",
            "fs.s3a.retry.throttle.limit", "8");

    private HadoopConfiguration() {}

    /** Neither the user's files nor anything else but Hadoop's own defaults have set it. */
    private static void setIfHadoopsDefault(Configuration configuration, String key, String value) {
        String[] sources = configuration.getPropertySources(key);
        boolean unset =
                sources == null || Arrays.stream(sources).allMatch(source -> source.endsWith("core-default.xml"));
        if (unset) {
            configuration.set(key, value);
        }
    }

    static Configuration of(Location root, Map<String, String> settings) {
        Configuration configuration = new Configuration();
        configuration.setClassLoader(HadoopConfiguration.class.getClassLoader());
        String directory = settings.get(CONF_DIRECTORY);
        if (directory != null) {
            addFiles(configuration, Path.of(directory));
        }
        // Other tools write s3:// for what Hadoop calls s3a://.
        configuration.setIfUnset("fs.s3.impl", "org.apache.hadoop.fs.s3a.S3AFileSystem");
        // Directories are nothing to this engine, so S3A need not look after them when files come and go.
        configuration.setIfUnset("fs.s3a.performance.flags", "create,delete,mkdir");
        // The engine asks for exactly the ranges it needs; S3A's default stream reads ahead of it, on threads of its
        // own.
        configuration.setIfUnset("fs.s3a.input.stream.type", "classic");
        PATIENCE.forEach((key, value) -> setIfHadoopsDefault(configuration, key, value));
        if (root.scheme().equals("file")) {
            // The usual one puts a checksum file beside every file. For other stores it must stay: S3A buffers through
            // it.
            configuration.setIfUnset("fs.file.impl", "org.apache.hadoop.fs.RawLocalFileSystem");
        }
        settings.forEach((key, value) -> {
            if (!key.equals(CONF_DIRECTORY)) {
                configuration.set(key, value);
            }
        });
        return configuration;
    }

    private static void addFiles(Configuration configuration, Path directory) {
        List<Path> files = CONF_FILES.stream()
                .map(directory::resolve)
                .filter(Files::isReadable)
                .toList();
        if (files.isEmpty()) {
            throw new InvalidInputException("Hadoop setting " + CONF_DIRECTORY + " = " + directory
                    + ": no readable core-site.xml or hdfs-site.xml is in this directory");
        }
        files.forEach(file -> configuration.addResource(new org.apache.hadoop.fs.Path(file.toUri())));
    }
}
