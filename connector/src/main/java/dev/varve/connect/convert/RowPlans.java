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
import java.util.Optional;
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
    private final FieldColumns fields;
    private final TableColumns columns;
    private final DerivedColumns derived;
    private final Attempt attempt;
    private final ColumnDrift drift;
    /** Oldest first. */
    private final List<RowPlan> plans = new ArrayList<>();

    private RowPlan last;
    private List<ComputedColumn> withoutRow;

    RowPlans(
            TableId id,
            TableSchema table,
            List<Site> sites,
            DerivedColumns derived,
            ValueConverters converters,
            SinkSettings settings,
            Attempt attempt) {
        this.attempt = attempt;
        this.table = table;
        this.sites = List.copyOf(sites);
        this.converters = converters;
        this.settings = settings;
        this.layout = settings.tables().of(id);
        this.derived = derived;
        this.fields = derived.fields();
        this.columns = derived.columns();
        this.drift = new ColumnDrift(table, settings.conversion(), layout, fields);
    }

    RowPlan of(RowImage image) {
        Schema schema = image.value() instanceof Struct struct ? struct.schema() : null;
        if (last == null || !last.isFor(schema, image.hidden())) {
            last = find(image, schema);
        }
        RowPlan plan = last;
        if (!plan.settled()) {
            last = null;
        }
        return plan;
    }

    /** Computed columns of a row of which only the record's key is known. */
    List<ComputedColumn> withoutRow() {
        if (withoutRow == null) {
            withoutRow = derived.computed(place -> null);
        }
        return withoutRow;
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
        if (plan.settled()) {
            if (plans.size() == MAX_PLANS) {
                plans.remove(0);
            }
            plans.add(plan);
        }
        return plan;
    }

    private static RowPlan withSchema(RowPlan known, Schema schema, Set<String> hidden) {
        return new RowPlan(
                schema,
                hidden,
                known.reader(),
                known.converters(),
                known.mayBeUnavailable(),
                known.missing(),
                known.computed(),
                true);
    }

    private RowPlan compile(RowImage image, Schema schema) {
        drift.refused().stream().findFirst().ifPresent(column -> {
            throw attempt.noColumn(column);
        });
        FieldReader reader = schema == null
                ? new MapReader(columns, sites.size(), image.hidden())
                : new StructReader(schema, columns, image.hidden());
        List<ValueConverter> ofColumns = new ArrayList<>();
        List<Boolean> mayBeUnavailable = new ArrayList<>();
        for (int i = 0; i < sites.size(); i++) {
            Schema field = reader.schemaOf(i);
            ofColumns.add(converter(field, sites.get(i)));
            mayBeUnavailable.add(mayBeUnavailable(field));
        }
        List<ComputedColumn> computed = derived.computed(reader::schemaOf);
        return new RowPlan(
                schema,
                image.hidden(),
                reader,
                ofColumns,
                mayBeUnavailable,
                missing(image, computed),
                computed,
                schema != null || computedMissing(image).size() == drift.computedMissing());
    }

    private List<SchemaChange> missing(RowImage image, List<ComputedColumn> computed) {
        List<SchemaChange> missing = new ArrayList<>(drift.changes());
        if (image.value() instanceof Struct struct) {
            Set<String> renamed = Set.copyOf(drift.renamed().values());
            missing.addAll(SchemaDrift.compare(
                    struct, image.hidden(), table, settings.conversion(), layout.types(), fields, renamed));
        }
        missing.addAll(computedMissing(image));
        computed.forEach(column -> drift.widened(column).ifPresent(missing::add));
        return missing;
    }

    /** Computed columns that the table lacks, as far as their types are known. */
    private List<SchemaChange> computedMissing(RowImage image) {
        List<SchemaChange> missing = new ArrayList<>();
        if (drift.computedMissing() == 0) {
            return missing;
        }
        fields.computed().forEach((column, expression) -> {
            if (drift.lacks(column)) {
                Optional.ofNullable(layout.types().get(column))
                        .or(() -> ComputedTypes.of(expression, image, layout, fields, table))
                        .ifPresent(type -> missing.add(drift.added(column, type)));
            }
        });
        return missing;
    }

    private ValueConverter converter(Schema field, Site site) {
        ValueConverter exact = converters.create(field, site);
        return settings.conversion().conflicts() == SchemaConflictPolicy.STRING
                ? TextFallback.of(exact, site, Meaning.of(field), table)
                : exact;
    }

    /** A placeholder comes in place of values that can be large. */
    static boolean mayBeUnavailable(Schema field) {
        if (field == null) {
            return true;
        }
        return switch (field.type()) {
            case STRING, BYTES, ARRAY, MAP -> true;
            case BOOLEAN, INT8, INT16, INT32, INT64, FLOAT32, FLOAT64, STRUCT -> false;
        };
    }
}
