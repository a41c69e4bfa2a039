package dev.varve.connect.config;

import static dev.varve.connect.config.SettingsDefinition.STORAGE;
import static dev.varve.connect.config.SettingsDefinition.WAREHOUSE;

import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Width;

/** Settings of the group <em>Storage</em>. */
final class StorageDefinition {
    private StorageDefinition() {}

    static void define(ConfigDef definition) {
        definition.define(
                WAREHOUSE,
                ConfigDef.Type.STRING,
                ConfigDef.NO_DEFAULT_VALUE,
                SettingChecks.check("a path or URI", SettingChecks::requireText),
                Importance.HIGH,
                "Directory of the tables, as a path or URI (`/data/lake`, `s3a://bucket/lake`, `hdfs://host/lake`)."
                        + " A table lies at `<warehouse>/<database>.db/<table>`. The store must be able to create a file only if it"
                        + " is absent; one that cannot is refused at the start.",
                STORAGE,
                1,
                Width.LONG,
                "Warehouse");
    }
}
