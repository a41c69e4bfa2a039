package dev.varve.table.option;

import dev.varve.table.error.InvalidInputException;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Which options of an existing table may change (format page: schema, evolution). */
public final class OptionChanges {
    /** Never, since they are no options but parts of the schema or of the table's place. */
    private static final Set<String> NOT_STORED = Set.of(Options.PRIMARY_KEY.key(), Options.PARTITION.key(), "path");

    /** Fixed as soon as data has been written with them. */
    private static final Set<String> IMMUTABLE = Set.of(
            "bucket-key",
            "bucket-function.type",
            "merge-engine",
            "rowkind.field",
            "aggregation.remove-record-on-delete",
            "partial-update.remove-record-on-delete",
            "partial-update.remove-record-on-sequence-group",
            "data-file.path-directory",
            "index-file-in-data-file-dir",
            "force-lookup",
            "row-tracking.enabled",
            "data-evolution.enabled",
            "pk-clustering-override");

    private OptionChanges() {}

    /**
     * Checks one change.
     *
     * @param before all options before it
     * @param after all options after it
     * @param key the option that is set or removed
     * @param hasSnapshots whether the table has data
     * @throws InvalidInputException if the option cannot change so
     */
    public static void requireAllowed(TableOptions before, TableOptions after, String key, boolean hasSnapshots) {
        if (NOT_STORED.contains(key)) {
            throw new InvalidInputException(
                    "'" + key + "' is fixed when a table is created and is not an option that can change");
        }
        if (Objects.equals(before.asMap().get(key), after.asMap().get(key))) {
            return;
        }
        if (after.asMap().containsKey(key)) {
            OptionNames.requireKnown(Map.of(key, after.asMap().get(key)));
        }
        OptionRules.requireKinds(after.asMap());
        OptionRules.requireConsistent(after);
        if (hasSnapshots) {
            requireAllowedWithData(before, after, key);
        }
    }

    private static void requireAllowedWithData(TableOptions before, TableOptions after, String key) {
        if (IMMUTABLE.contains(key)) {
            throw refused(key, "is not supported once the table has a snapshot");
        }
        if (before.bucket() != after.bucket() && (before.bucket() == -1 || after.bucket() == -1)) {
            throw refused(
                    key,
                    "from " + before.bucket() + " to " + after.bucket()
                            + " is not supported once the table has a snapshot: dynamic buckets can be neither left nor entered");
        }
        if (before.deletionVectors() != after.deletionVectors() && !after.deletionVectorsModifiable()) {
            throw refused(
                    key,
                    "needs option '" + Options.DELETION_VECTORS_MODIFIABLE.key()
                            + "' = 'true' once the table has a snapshot");
        }
        if (before.ignoreDelete() && !after.ignoreDelete()) {
            throw refused(key, "from true to false is not supported once the table has a snapshot");
        }
        if (before.ignoreUpdateBefore() && !after.ignoreUpdateBefore()) {
            throw refused(key, "from true to false is not supported once the table has a snapshot");
        }
    }

    private static InvalidInputException refused(String key, String why) {
        return new InvalidInputException("changing option '" + key + "' " + why);
    }
}
