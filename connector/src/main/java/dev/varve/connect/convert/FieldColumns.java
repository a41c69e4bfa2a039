package dev.varve.connect.convert;

import static java.util.Objects.requireNonNull;

import dev.varve.connect.config.ColumnSettings;
import dev.varve.connect.expression.Expression;
import dev.varve.table.TableId;
import dev.varve.table.type.ArrayType;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataType;
import dev.varve.table.type.MapType;
import dev.varve.table.type.RowType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import org.apache.kafka.common.config.ConfigException;

/**
 * Which column each field of a table's rows becomes, if any: most become the one of their name. A field stays out if it is excluded, or
 * if a computed column that reads it has its name and takes its place. Immutable.
 */
final class FieldColumns {
    private final TableId table;
    private final ColumnSettings settings;
    private final SortedMap<String, Expression> computed;
    /** Fields by the columns that are called otherwise. */
    private final Map<String, String> fields = new HashMap<>();
    /** Paths, from the column on, of nested fields that stay out. */
    private final Set<List<String>> nested = new HashSet<>();

    FieldColumns(TableId table, ColumnSettings settings) {
        this.table = requireNonNull(table, "table is null");
        this.settings = requireNonNull(settings, "settings is null");
        this.computed = settings.computedFromFields();
        settings.renames().forEach((field, column) -> fields.put(column, field));
        for (String excluded : settings.exclude()) {
            List<String> path = List.of(excluded.split("\\.", -1));
            if (path.size() > 1) {
                List<String> ofColumn = new ArrayList<>(path);
                ofColumn.set(0, settings.renames().getOrDefault(path.get(0), path.get(0)));
                nested.add(List.copyOf(ofColumn));
            }
        }
    }

    /** Without settings. */
    static FieldColumns plain(TableId table) {
        return new FieldColumns(table, ColumnSettings.NONE);
    }

    ColumnSettings settings() {
        return settings;
    }

    /** Expressions over fields, by the columns they compute. */
    SortedMap<String, Expression> computed() {
        return computed;
    }

    /** The column that a field becomes; null if it stays out. */
    String columnOf(String field) {
        if (!settings.includes(field)) {
            return null;
        }
        String renamed = settings.renames().get(field);
        if (renamed != null) {
            return renamed;
        }
        Expression inPlace = computed.get(field);
        return inPlace != null && inPlace.columns().contains(field) ? null : field;
    }

    /** The field that becomes a column; null if none does. */
    String fieldOf(String column) {
        if (settings.isDerived(column)) {
            return null;
        }
        String renamed = fields.get(column);
        String field = renamed == null ? column : renamed;
        return column.equals(columnOf(field)) ? field : null;
    }

    /** What is wrong with a field of this name in a row; null if nothing is: its column would have two sources. */
    String conflict(String field) {
        String column = columnOf(field);
        if (column == null) {
            return null;
        }
        String from = "";
        if (settings.isDerived(column)) {
            from = "is made by " + setting(settings.computed().containsKey(column) ? "computed." : "metadata.")
                    + column;
        } else if (!field.equals(fields.getOrDefault(column, field))) {
            from = "holds field " + fields.get(column) + " by " + setting("rename.") + fields.get(column);
        }
        return from.isEmpty()
                ? null
                : "column " + column + " " + from
                        + ", but the row has a field of this name, too; leave the field out by " + setting("exclude")
                        + ", or choose another name for one of the two";
    }

    private String setting(String rest) {
        return "tables." + table + "." + rest;
    }

    /**
     * The column of the primary key that a field of the record's key becomes.
     *
     * @throws ConfigException if the field stays out
     */
    String keyColumnOf(String field) {
        String column = columnOf(field);
        if (column == null && settings.isDerived(field)) {
            return field;
        }
        if (column == null) {
            throw new ConfigException("table " + table + ": field " + field + " belongs to the primary key, but "
                    + setting("include") + " or " + setting("exclude")
                    + " (or columns.include, columns.exclude) leaves it out; let it"
                    + " in, compute it (" + setting("computed.") + field + "), or set " + setting("primary-key"));
        }
        return column;
    }

    /**
     * Fields that a table's primary key is made of, by its columns.
     *
     * @throws ConfigException if a column of the key has no source any more
     */
    List<String> keyFields(List<String> primaryKey) {
        List<String> needed = new ArrayList<>();
        for (String column : primaryKey) {
            if (computed.containsKey(column)) {
                needed.addAll(computed.get(column).columns());
            } else if (!settings.isDerived(column)) {
                String field = fieldOf(column);
                if (field == null) {
                    throw new ConfigException(
                            "table " + table + " has " + column + " in its primary key, but settings"
                                    + (settings.renames().containsKey(column)
                                            ? " rename the field to "
                                                    + settings.renames().get(column) + " (" + setting("rename.")
                                                    + column + "); columns of a key cannot be renamed"
                                            : " leave it out (" + setting("include") + ", " + setting("exclude")
                                                    + ", or columns.include, columns.exclude); a column of the key must have a value"));
                }
                needed.add(field);
            }
        }
        return needed.stream().distinct().toList();
    }

    /** Fields that become columns of the primary key as they are. */
    List<String> plainKeyFields(List<String> primaryKey) {
        return primaryKey.stream()
                .filter(column -> !settings.isDerived(column))
                .map(this::fieldOf)
                .toList();
    }

    /** Whether a nested field stays out. */
    boolean leavesOut(List<String> path) {
        return !nested.isEmpty() && nested.contains(path);
    }

    /** The type without nested fields that stay out; empty if nothing is left of it. */
    Optional<DataType> pruned(List<String> path, DataType type) {
        if (nested.isEmpty()) {
            return Optional.of(type);
        }
        if (type instanceof ArrayType array) {
            return pruned(StructReader.append(path, "element"), array.element())
                    .map(element -> new ArrayType(element, array.nullable()));
        }
        if (type instanceof MapType map) {
            return pruned(StructReader.append(path, "value"), map.value())
                    .map(value -> new MapType(map.key(), value, map.nullable()));
        }
        if (type instanceof RowType row) {
            List<DataField> kept = new ArrayList<>();
            for (DataField field : row.fields()) {
                List<String> at = StructReader.append(path, field.name());
                if (!leavesOut(at)) {
                    pruned(at, field.type()).ifPresent(pruned -> kept.add(field.withType(pruned)));
                }
            }
            return kept.isEmpty() ? Optional.empty() : Optional.of(new RowType(kept, row.nullable()));
        }
        return Optional.of(type);
    }

    /** The comment that a column gets. */
    Optional<String> comment(String column, String ofSource) {
        return Optional.ofNullable(settings.comments().getOrDefault(column, ofSource));
    }
}
