package dev.varve.connect.convert;

import dev.varve.connect.config.TableLayoutSettings;
import dev.varve.table.TableId;
import dev.varve.table.error.InvalidInputException;
import dev.varve.table.option.OptionChanges;
import dev.varve.table.option.TableOptions;
import dev.varve.table.schema.SchemaChange;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.type.DataType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.apache.kafka.common.config.ConfigException;

/**
 * What settings say of a table that exists already.
 *
 * @param changes options to set
 * @param kept what stays as it is although settings say otherwise, and why, in words for the log, one a line
 */
public record SettingsDrift(List<SchemaChange> changes, List<String> kept) {
    public static final SettingsDrift NONE = new SettingsDrift(List.of(), List.of());

    private static final String BUCKET = "bucket";

    public SettingsDrift {
        changes = List.copyOf(changes);
        kept = List.copyOf(kept);
    }

    /**
     * Compares a table with its settings. The number of buckets is never changed: rows that are there would have to be moved. Types
     * of columns are not either: they are for columns that are made.
     *
     * @param hasSnapshots whether the table has data, so that some options cannot change any more; asked only if options differ
     * @throws ConfigException if the table has another primary key or other partition columns than settings say
     */
    public static SettingsDrift compare(
            TableId id, TableSchema table, TableLayoutSettings settings, BooleanSupplier hasSnapshots) {
        requireKeys(id, "primary-key", "primary key", settings.primaryKey(), table.primaryKeys());
        requireKeys(id, "partition-keys", "partition columns", settings.partitionKeys(), table.partitionKeys());
        List<SchemaChange> changes = new ArrayList<>();
        List<String> kept = new ArrayList<>();
        compareTypes(id, table, settings, kept);
        compareOptions(table, settings, hasSnapshots, changes, kept);
        return new SettingsDrift(changes, kept);
    }

    private static void requireKeys(
            TableId id, String setting, String what, Optional<List<String>> wanted, List<String> found) {
        if (wanted.isPresent() && !Set.copyOf(wanted.get()).equals(Set.copyOf(found))) {
            throw new ConfigException(
                    "table " + id + " has the " + what + " " + found + ", but tables." + id.table() + "."
                            + setting + " says " + wanted.get() + "; a table that exists keeps its own: set it to "
                            + String.join(",", found) + ", or land in another table");
        }
    }

    private static void compareTypes(TableId id, TableSchema table, TableLayoutSettings settings, List<String> kept) {
        new TreeMap<>(settings.types()).forEach((column, given) -> {
            int index = table.rowType().indexOf(column);
            DataType type = index < 0 ? given : table.rowType().type(index);
            if (!shape(type).equals(shape(given))) {
                kept.add("tables." + id.table() + ".types." + column + "=" + shape(given)
                        + " has no effect: the column exists as " + shape(type)
                        + ", and a type is given when a column is made");
            }
        });
    }

    /** Without ids of nested fields, which settings do not know. */
    private static String shape(DataType type) {
        return type.asNullable().toString();
    }

    private static void compareOptions(
            TableSchema table,
            TableLayoutSettings settings,
            BooleanSupplier hasSnapshots,
            List<SchemaChange> changes,
            List<String> kept) {
        TableOptions before = TableOptions.of(table.options(), table.version());
        for (Map.Entry<String, String> option : new TreeMap<>(settings.options()).entrySet()) {
            String key = option.getKey();
            String value = option.getValue();
            if (value.equals(before.asMap().get(key))) {
                continue;
            }
            if (key.equals(BUCKET)) {
                kept.add("the table keeps bucket=" + before.bucket() + " although settings say " + value
                        + ": rows would have to be moved, see 'varve rescale'");
                continue;
            }
            try {
                OptionChanges.requireAllowed(before, before.with(Map.of(key, value)), key, hasSnapshots.getAsBoolean());
                changes.add(new SchemaChange.SetOption(key, value));
            } catch (InvalidInputException e) {
                String found = before.asMap().get(key);
                kept.add("the table keeps " + (found == null ? "no " + key : key + "=" + found)
                        + " although settings say " + value + ": " + e.getMessage());
            }
        }
    }
}
