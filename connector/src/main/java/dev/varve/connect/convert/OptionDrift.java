package dev.varve.connect.convert;

import dev.varve.connect.config.TableLayoutSettings;
import dev.varve.table.error.InvalidInputException;
import dev.varve.table.option.OptionChanges;
import dev.varve.table.option.TableOptions;
import dev.varve.table.schema.SchemaChange;
import dev.varve.table.schema.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What settings say of the options of a table that exists already.
 *
 * @param changes options to set
 * @param kept why an option stays as it is, in words for the log, one a line
 */
public record OptionDrift(List<SchemaChange> changes, List<String> kept) {
    private static final String BUCKET = "bucket";

    public OptionDrift {
        changes = List.copyOf(changes);
        kept = List.copyOf(kept);
    }

    /**
     * Compares a table with its settings. The number of buckets is never changed: rows that are there would have to be moved.
     *
     * @param hasSnapshots whether the table has data, so that some options cannot change any more
     */
    public static OptionDrift compare(TableSchema table, TableLayoutSettings settings, boolean hasSnapshots) {
        List<SchemaChange> changes = new ArrayList<>();
        List<String> kept = new ArrayList<>();
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
                OptionChanges.requireAllowed(before, before.with(Map.of(key, value)), key, hasSnapshots);
                changes.add(new SchemaChange.SetOption(key, value));
            } catch (InvalidInputException e) {
                kept.add("the table keeps " + key + "=" + before.asMap().get(key) + " although settings say " + value
                        + ": " + e.getMessage());
            }
        }
        return new OptionDrift(changes, kept);
    }
}
