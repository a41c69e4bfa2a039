package dev.varve.table.cli;

import dev.varve.table.EngineSettings;
import dev.varve.table.Table;
import dev.varve.table.TableEngine;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** Which table, and how its store is reached: shared by all commands. */
final class TableOption {
    @Option(
            names = {"-t", "--table"},
            required = true,
            paramLabel = "PATH",
            description =
                    "Path or URI of the table's directory, for example /data/lake/shop.db/orders or s3a://lake/shop.db/orders.")
    private String location;

    @Option(
            names = "--store",
            paramLabel = "KEY=VALUE",
            description = "Setting of the store, as for Hadoop: fs.s3a.endpoint=http://… May be repeated.")
    private Map<String, String> storeSettings = new LinkedHashMap<>();

    String location() {
        return location;
    }

    TableEngine startEngine() {
        return TableEngine.start(EngineSettings.defaults().withStoreSettings(storeSettings));
    }

    Table open(TableEngine engine) {
        return engine.open(location);
    }
}
