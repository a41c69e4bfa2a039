package dev.varve.connect.convert;

import dev.varve.connect.config.ColumnSettings;
import dev.varve.connect.config.MetadataSource;
import dev.varve.connect.config.TableLayoutSettings;
import dev.varve.table.TableId;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.type.DataType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.apache.kafka.connect.data.Schema;

/** The columns of one table that are no fields of its rows: how they are made. Confined to the task thread. */
final class DerivedColumns {
    private final TableId id;
    private final TableSchema table;
    private final FieldColumns fields;
    private final TableColumns columns;
    private final List<Site> sites;
    private final TableLayoutSettings layout;
    private final ValueConverters converters;
    private final KeyColumns keyColumns;
    private final int[] computedAt;
    private final int[] metadataAt;
    private final MetadataColumn[] metadata;

    DerivedColumns(
            TableId id,
            TableSchema table,
            TableLayoutSettings layout,
            FieldColumns fields,
            List<Site> sites,
            ValueConverters converters) {
        this.id = id;
        this.table = table;
        this.layout = layout;
        this.fields = fields;
        this.columns = new TableColumns(table, fields);
        this.sites = List.copyOf(sites);
        this.converters = converters;
        List<Integer> keys = new ArrayList<>();
        for (int key : table.positions(table.primaryKeys())) {
            keys.add(key);
        }
        this.keyColumns = new KeyColumns(sites, keys, columns, converters);
        ColumnSettings settings = fields.settings();
        this.computedAt = positions(settings.computed().keySet());
        this.metadataAt = positions(settings.metadata().keySet());
        this.metadata = new MetadataColumn[metadataAt.length];
        for (int i = 0; i < metadata.length; i++) {
            MetadataSource source =
                    settings.metadata().get(sites.get(metadataAt[i]).name());
            metadata[i] = new MetadataColumn(source, sites.get(metadataAt[i]), converters);
        }
    }

    private int[] positions(Iterable<String> names) {
        List<Integer> found = new ArrayList<>();
        names.forEach(name -> {
            int position = table.rowType().indexOf(name);
            if (position >= 0) {
                found.add(position);
            }
        });
        return found.stream().mapToInt(Integer::intValue).toArray();
    }

    FieldColumns fields() {
        return fields;
    }

    TableColumns columns() {
        return columns;
    }

    KeyColumns keyColumns() {
        return keyColumns;
    }

    /** Positions of computed columns that the table has, in the order of {@link #computed}. */
    int[] computedAt() {
        return computedAt;
    }

    /** Positions of columns of metadata that the table has, in the order of {@link #metadata}. */
    int[] metadataAt() {
        return metadataAt;
    }

    MetadataColumn[] metadata() {
        return metadata;
    }

    /**
     * How the computed columns are computed.
     *
     * @param schemas of the fields by place; null where there is none
     */
    List<ComputedColumn> computed(IntFunction<Schema> schemas) {
        List<ComputedColumn> computed = new ArrayList<>();
        for (int position : computedAt) {
            Site site = sites.get(position);
            List<Leaf> leaves = fields.computed().get(site.name()).columns().stream()
                    .map(field -> leaf(field, schemas))
                    .toList();
            computed.add(new ComputedColumn(
                    site,
                    "tables." + id + ".computed." + site.name(),
                    fields.computed().get(site.name()),
                    leaves,
                    fields.settings().zoneOrUtc()));
        }
        return computed;
    }

    private Leaf leaf(String field, IntFunction<Schema> schemas) {
        int place = columns.of(field);
        boolean isColumn = place < sites.size();
        String column = fields.columnOf(field);
        DataType known = isColumn ? sites.get(place).type() : layout.types().get(column == null ? field : column);
        return new Leaf(field, place, schemas.apply(place), known, converters, keyColumns);
    }
}
