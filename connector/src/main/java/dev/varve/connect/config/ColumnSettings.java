package dev.varve.connect.config;

import dev.varve.connect.expression.Expression;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Which columns a table has besides, instead of and without the fields of its rows. Fields are named as the source names them.
 *
 * @param include the only fields that become columns; empty for all
 * @param exclude fields that do not, whatever {@code include} says
 * @param renames columns by the fields that are called otherwise
 * @param computed expressions by the columns they compute, over fields; in alphabetical order
 * @param metadata sources by the columns that hold them; in alphabetical order
 * @param comments comments by column
 * @param zone in which moments are read as date and time of day; empty if nothing is said
 */
public record ColumnSettings(
        Optional<List<String>> include,
        Set<String> exclude,
        Map<String, String> renames,
        SortedMap<String, Expression> computed,
        SortedMap<String, MetadataSource> metadata,
        Map<String, String> comments,
        Optional<ZoneId> zone) {
    public static final ColumnSettings NONE = new ColumnSettings(
            Optional.empty(), Set.of(), Map.of(), new TreeMap<>(), new TreeMap<>(), Map.of(), Optional.empty());

    public ColumnSettings {
        include = include.map(List::copyOf);
        exclude = Set.copyOf(exclude);
        renames = Map.copyOf(renames);
        computed = Collections.unmodifiableSortedMap(new TreeMap<>(computed));
        metadata = Collections.unmodifiableSortedMap(new TreeMap<>(metadata));
        comments = Map.copyOf(comments);
    }

    /** These settings where they say something, else {@code general}'s; what either excludes is excluded. */
    ColumnSettings over(ColumnSettings general) {
        Set<String> excluded = new HashSet<>(general.exclude);
        excluded.addAll(exclude);
        TreeMap<String, Expression> generalComputed = new TreeMap<>(general.computed);
        generalComputed.keySet().removeAll(metadata.keySet());
        TreeMap<String, MetadataSource> generalMetadata = new TreeMap<>(general.metadata);
        generalMetadata.keySet().removeAll(computed.keySet());
        return new ColumnSettings(
                include.or(() -> general.include),
                excluded,
                merged(general.renames, renames),
                merged(generalComputed, computed),
                merged(generalMetadata, metadata),
                merged(general.comments, comments),
                zone.or(() -> general.zone));
    }

    private static <V> TreeMap<String, V> merged(Map<String, V> general, Map<String, V> own) {
        TreeMap<String, V> merged = new TreeMap<>(general);
        merged.putAll(own);
        return merged;
    }

    /** Whether a field of rows becomes a column, by {@code include} and {@code exclude}. */
    public boolean includes(String field) {
        return !exclude.contains(field) && (include.isEmpty() || include.get().contains(field));
    }

    /**
     * The expressions, over fields alone.
     *
     * @throws dev.varve.table.error.InvalidInputException if columns are computed from one another in a circle
     */
    public SortedMap<String, Expression> computedFromFields() {
        return ComputedColumns.overFields(computed);
    }

    /** The zone that is set, else UTC. */
    public ZoneId zoneOrUtc() {
        return zone.orElse(ZoneOffset.UTC);
    }

    /** Whether the column is not one of the row's fields. */
    public boolean isDerived(String column) {
        return computed.containsKey(column) || metadata.containsKey(column);
    }
}
