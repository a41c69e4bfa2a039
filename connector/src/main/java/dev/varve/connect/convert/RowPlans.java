package dev.varve.connect.convert;

import dev.varve.connect.config.SchemaConflictPolicy;
import dev.varve.connect.config.SinkSettings;
import dev.varve.connect.config.TableLayoutSettings;
import dev.varve.connect.event.RowImage;
import dev.varve.table.TableId;
import dev.varve.table.schema.SchemaChange;
import dev.varve.table.schema.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/**
 * The plans of one table schema. The last one is found by comparing two references, others by looking through a few; schemas are
 * compared field by field only when a converter hands out a new object. Confined to the task thread.
 */
final class RowPlans {
    /** A stream has few schemas at a time: one of {@code before} and {@code after}, and late ones around a change. */
    private static final int MAX_PLANS = 16;

    private final TableSchema table;
    private final List<Site> sites;
    private final ValueConverters converters;
    private final SinkSettings settings;
    private final TableLayoutSettings layout;
    /** Oldest first. */
    private final List<RowPlan> plans = new ArrayList<>();

    private RowPlan last;

    RowPlans(TableId id, TableSchema table, List<Site> sites, ValueConverters converters, SinkSettings settings) {
        this.table = table;
        this.sites = List.copyOf(sites);
        this.converters = converters;
        this.settings = settings;
        this.layout = settings.tables().of(id);
    }

    RowPlan of(RowImage image) {
        Schema schema = image.value() instanceof Struct struct ? struct.schema() : null;
        if (last == null || !last.isFor(schema, image.hidden())) {
            last = find(image, schema);
        }
        return last;
    }

    private RowPlan find(RowImage image, Schema schema) {
        for (RowPlan plan : plans) {
            if (plan.isFor(schema, image.hidden())) {
                return plan;
            }
        }
        RowPlan plan = plans.stream()
                .filter(known -> known.suits(schema, image.hidden()))
                .findFirst()
                .map(known -> withSchema(known, schema, image.hidden()))
                .orElseGet(() -> compile(image, schema));
        if (plans.size() == MAX_PLANS) {
            plans.remove(0);
        }
        plans.add(plan);
        return plan;
    }

    private static RowPlan withSchema(RowPlan known, Schema schema, Set<String> hidden) {
        return new RowPlan(
                schema, hidden, known.reader(), known.converters(), known.mayBeUnavailable(), known.missing());
    }

    private RowPlan compile(RowImage image, Schema schema) {
        FieldReader reader = schema == null
                ? new MapReader(table.rowType(), List.of(), image.hidden())
                : new StructReader(schema, table.rowType(), List.of(), image.hidden());
        List<ValueConverter> columns = new ArrayList<>();
        List<Boolean> mayBeUnavailable = new ArrayList<>();
        for (int i = 0; i < sites.size(); i++) {
            Schema field = reader.schemaOf(i);
            columns.add(converter(field, sites.get(i)));
            mayBeUnavailable.add(mayBeUnavailable(field));
        }
        List<SchemaChange> missing = image.value() instanceof Struct struct
                ? SchemaDrift.compare(struct, image.hidden(), table, settings.conversion(), layout.types())
                : List.of();
        return new RowPlan(schema, image.hidden(), reader, columns, mayBeUnavailable, missing);
    }

    private ValueConverter converter(Schema field, Site site) {
        ValueConverter exact = converters.create(field, site);
        return settings.conversion().conflicts() == SchemaConflictPolicy.STRING
                ? TextFallback.of(exact, site, Meaning.of(field), table)
                : exact;
    }

    /** A placeholder comes in place of values that can be large. */
    private static boolean mayBeUnavailable(Schema field) {
        if (field == null) {
            return true;
        }
        return switch (field.type()) {
            case STRING, BYTES, ARRAY, MAP -> true;
            case BOOLEAN, INT8, INT16, INT32, INT64, FLOAT32, FLOAT64, STRUCT -> false;
        };
    }
}
