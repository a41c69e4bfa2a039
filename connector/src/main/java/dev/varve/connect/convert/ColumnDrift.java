package dev.varve.connect.convert;

import dev.varve.connect.config.ColumnSettings;
import dev.varve.connect.config.ConversionSettings;
import dev.varve.connect.config.MetadataSource;
import dev.varve.connect.config.TableLayoutSettings;
import dev.varve.connect.config.UnknownFieldPolicy;
import dev.varve.table.schema.SchemaChange;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** What a table that exists lacks of what settings say of its columns, whatever its rows are. */
final class ColumnDrift {
    private final TableSchema table;
    private final ConversionSettings conversion;
    private final TableLayoutSettings layout;
    private final FieldColumns columns;

    ColumnDrift(TableSchema table, ConversionSettings conversion, TableLayoutSettings layout, FieldColumns columns) {
        this.table = table;
        this.conversion = conversion;
        this.layout = layout;
        this.columns = columns;
    }

    /** Changes that rows need not be known for: columns renamed under settings that came later, comments, columns of metadata. */
    List<SchemaChange> changes() {
        List<SchemaChange> changes = new ArrayList<>();
        if (conversion.evolution().changesColumns()) {
            renamed()
                    .forEach((column, newName) -> changes.add(new SchemaChange.RenameColumn(List.of(column), newName)));
            comments(changes);
        }
        if (conversion.evolution().addsColumns()) {
            for (Map.Entry<String, MetadataSource> metadata :
                    columns.settings().metadata().entrySet()) {
                if (lacks(metadata.getKey())) {
                    changes.add(added(metadata.getKey(), metadata.getValue().type()));
                }
            }
        }
        return changes;
    }

    /** Columns that carry their rows on under another name. */
    Map<String, String> renamed() {
        Map<String, String> renamed = new TreeMap<>();
        ColumnSettings settings = columns.settings();
        if (conversion.evolution().changesColumns()) {
            settings.renames().forEach((field, column) -> {
                boolean free = columns.fieldOf(field) == null && !settings.isDerived(field);
                if (!lacks(field) && lacks(column) && free && settings.includes(field)) {
                    renamed.put(field, column);
                }
            });
        }
        return renamed;
    }

    /** Comments are written where there is none: two connectors with different ones would overwrite each other without end. */
    private void comments(List<SchemaChange> changes) {
        if (table.comment().filter(text -> !text.isEmpty()).isEmpty()) {
            layout.comment()
                    .filter(text -> !text.isEmpty())
                    .ifPresent(text -> changes.add(new SchemaChange.ChangeComment(Optional.of(text))));
        }
        for (DataField field : table.fields()) {
            String comment = columns.settings().comments().get(field.name());
            if (comment != null && !comment.isEmpty() && field.description().isEmpty()) {
                changes.add(new SchemaChange.ChangeColumnComment(List.of(field.name()), Optional.of(comment)));
            }
        }
    }

    /** Columns that no row can fill, since the table lacks them and must not get them. */
    Set<String> refused() {
        Set<String> refused = new HashSet<>();
        if (!conversion.evolution().addsColumns() && conversion.unknownFields() == UnknownFieldPolicy.FAIL) {
            refused.addAll(columns.settings().computed().keySet());
            refused.addAll(columns.settings().metadata().keySet());
            refused.removeIf(column -> !lacks(column));
        }
        return refused;
    }

    /** How many computed columns the table lacks and is to get. */
    long computedMissing() {
        return conversion.evolution().addsColumns()
                ? columns.computed().keySet().stream().filter(this::lacks).count()
                : 0;
    }

    boolean lacks(String column) {
        return table.rowType().indexOf(column) < 0;
    }

    /** A new column, of the type that settings give it, if they do. */
    SchemaChange added(String column, DataType natural) {
        DataType type = layout.types().getOrDefault(column, natural);
        return new SchemaChange.AddColumn(
                List.of(column), type.asNullable(), columns.comment(column, null), SchemaChange.Position.LAST);
    }

    /** A computed column becomes wider as the fields do that it is computed from, unless settings give its type. */
    Optional<SchemaChange> widened(ComputedColumn computed) {
        String column = computed.site().name();
        if (!conversion.evolution().changesColumns()
                || !computed.site().changeable()
                || layout.types().containsKey(column)) {
            return Optional.empty();
        }
        return computed.naturalType()
                .flatMap(natural -> Widening.between(computed.site().type(), natural))
                .map(wider -> new SchemaChange.ChangeType(List.of(column), wider));
    }
}
