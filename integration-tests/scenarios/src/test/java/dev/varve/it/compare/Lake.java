package dev.varve.it.compare;

import dev.varve.it.process.Workspace;
import dev.varve.it.s3.S3Server;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Where a scenario's tables lie: a directory of its workspace, or a bucket of a real S3 server that is started for it. Connectors and
 * readers are told by this how to get there.
 *
 * @param uri of the warehouse
 * @param directory in which the files lie, whatever their store
 * @param store settings with Hadoop's names; none for a local directory
 */
public record Lake(String uri, Path directory, Map<String, String> store) {
    private static final String BUCKET = "lake";
    private static final String WAREHOUSE = "warehouse";

    public Lake {
        store = Map.copyOf(store);
    }

    /** As {@code -Dvarve.it.warehouse} says: {@code local}, which is the default, or {@code s3}. */
    public static Lake chosen(Workspace workspace) {
        String choice = System.getProperty("varve.it.warehouse", "local");
        return switch (choice) {
            case "local" -> local(workspace);
            case "s3" -> s3(workspace);
            default -> throw new IllegalArgumentException("varve.it.warehouse is " + choice + "; expected local or s3");
        };
    }

    /** A directory of this machine. */
    public static Lake local(Workspace workspace) {
        Path directory = workspace.directory(WAREHOUSE);
        return new Lake(directory.toString(), directory, Map.of());
    }

    /** A bucket of a server that is started now. */
    public static Lake s3(Workspace workspace) {
        return in(S3Server.start(workspace));
    }

    /** A new bucket of this server. */
    public static Lake in(S3Server server) {
        Path bucket = server.createBucket(BUCKET);
        return new Lake("s3a://" + BUCKET + "/" + WAREHOUSE, bucket.resolve(WAREHOUSE), server.hadoopSettings());
    }

    /** The same place, reached in another way. */
    public Lake with(String key, String value) {
        Map<String, String> changed = new HashMap<>(store);
        changed.put(key, value);
        return new Lake(uri, directory, changed);
    }

    /** What a connector must be told. */
    public Map<String, String> connectorSettings() {
        Map<String, String> settings = new HashMap<>();
        store.forEach((key, value) -> settings.put("hadoop." + key, value));
        settings.put("warehouse", uri);
        return settings;
    }

    /** To be closed. */
    public VarveTables varve() {
        return new VarveTables(uri, store);
    }

    /** To be closed. */
    public PaimonTables paimon() {
        return new PaimonTables(uri, store);
    }

    /** Compares what there is, as some reader sees it. */
    @FunctionalInterface
    public interface Check {
        void with(TableReader reader) throws Exception;
    }

    /** Reads the warehouse with Varve, then with Apache Paimon. */
    public void eachReader(Check check) throws Exception {
        try (TableReader varve = varve();
                TableReader paimon = paimon()) {
            for (TableReader reader : List.of(varve, paimon)) {
                check.with(reader);
            }
        }
    }
}
