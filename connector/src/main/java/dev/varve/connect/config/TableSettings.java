package dev.varve.connect.config;

import static java.util.Objects.requireNonNull;

import dev.varve.table.TableId;
import java.util.Map;

/**
 * Settings of the tables.
 *
 * @param autoCreate whether missing tables are created
 * @param general options of every table
 * @param byName settings of single tables, by {@code table} or {@code database.table}
 */
public record TableSettings(boolean autoCreate, TableLayoutSettings general, Map<String, TableLayoutSettings> byName) {
    public TableSettings {
        requireNonNull(general, "general is null");
        byName = Map.copyOf(byName);
    }

    /** What holds for a table: settings of {@code database.table} go before those of {@code table}, those before the general ones. */
    public TableLayoutSettings of(TableId id) {
        TableLayoutSettings named = byName.getOrDefault(id.table(), TableLayoutSettings.NONE);
        TableLayoutSettings qualified = byName.getOrDefault(id.toString(), TableLayoutSettings.NONE);
        return qualified.over(named.over(general));
    }
}
