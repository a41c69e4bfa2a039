package dev.varve.connect.convert;

import static java.util.Objects.requireNonNull;

import dev.varve.connect.config.SinkSettings;
import dev.varve.connect.event.BadRecordException;
import dev.varve.connect.event.ChangeEvent;
import dev.varve.connect.event.RecordKey;
import dev.varve.connect.event.RowImage;
import dev.varve.connect.event.UnavailableValue;
import dev.varve.table.TableId;
import dev.varve.table.error.Check;
import dev.varve.table.option.ChangelogProducer;
import dev.varve.table.option.MergeEngine;
import dev.varve.table.option.TableOptions;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.RowKind;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.type.DataField;
import dev.varve.table.type.RowType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Converts events to rows of one table, with one version of its schema: after the table changed, make a new one. What depends
 * on an event's schema is worked out once a schema. Rows are reused from call to call. Confined to the task thread.
 *
 * <ul>
 *   <li>An upsert is one row +I, an update one row +U, a delete one row -D that has the key and whatever else is known.
 *   <li>An update of the key, seen by comparing before and after, is -D of the old key and +I of the new one.
 *   <li>Where a table needs to know what a row was before (aggregation, {@code changelog-producer=input}), an update is -U and
 *       +U, and one without its row before is a bad record.
 *   <li>Key columns that the row lacks are taken from the record's key.
 * </ul>
 */
public final class TableConverter {
    private final RowType type;
    private final List<Site> sites;
    private final List<Integer> keys;
    private final boolean[] isKey;
    private final boolean[] mustHaveValue;
    private final Object[] neutral;
    private final boolean needsBefore;
    private final Attempt attempt;
    private final RowPlans plans;
    private final KeyColumns keyColumns;
    private final UnavailableValue unavailableValue;

    private final Object[] raw;
    private final GenericRow before;
    private final GenericRow after;
    private final List<String> unavailable = new ArrayList<>();

    public TableConverter(TableId id, TableSchema schema, SinkSettings settings) {
        requireNonNull(id, "id is null");
        type = schema.rowType();
        int arity = type.arity();
        keys = Arrays.stream(schema.positions(schema.primaryKeys())).boxed().toList();
        sites = sites(schema);
        isKey = new boolean[arity];
        keys.forEach(key -> isKey[key] = true);
        mustHaveValue = new boolean[arity];
        neutral = new Object[arity];
        for (int i = 0; i < arity; i++) {
            DataField field = type.field(i);
            mustHaveValue[i] = isKey[i]
                    || (!field.type().nullable() && field.defaultValue().isEmpty());
            neutral[i] = field.type().nullable() ? null : NeutralValues.of(field.type());
        }
        needsBefore = needsBefore(schema);
        attempt = new Attempt(settings.conversion(), settings.tables().of(id).types());
        ValueConverters converters = new ValueConverters(settings.conversion().schemalessDecimals());
        plans = new RowPlans(id, schema, sites, converters, settings);
        keyColumns = new KeyColumns(sites, keys, converters);
        unavailableValue = new UnavailableValue(settings.events().unavailableValue());
        raw = new Object[arity];
        before = new GenericRow(RowKind.DELETE, arity);
        after = new GenericRow(RowKind.INSERT, arity);
    }

    private static List<Site> sites(TableSchema schema) {
        return schema.fields().stream()
                .map(field -> new Site(
                        List.of(field.name()),
                        field.type(),
                        !schema.primaryKeys().contains(field.name())
                                && !schema.partitionKeys().contains(field.name())))
                .toList();
    }

    private static boolean needsBefore(TableSchema schema) {
        TableOptions options = TableOptions.of(schema.options(), schema.version());
        return !options.ignoreUpdateBefore()
                && (options.changelogProducer() == ChangelogProducer.INPUT
                        || options.mergeEngine() == MergeEngine.AGGREGATE);
    }

    /**
     * Converts one event. The table it is of must be this one.
     *
     * @return rows, lent until the next call; or what the table must first be changed to
     * @throws BadRecordException if the event can never be stored in this table with these settings
     */
    public Conversion convert(ChangeEvent.OfRow event) {
        attempt.begin(event.origin());
        unavailable.clear();
        if (event instanceof ChangeEvent.Upsert upsert) {
            return upsert(upsert.row(), upsert.key());
        }
        if (event instanceof ChangeEvent.Update update) {
            return update(update);
        }
        if (event instanceof ChangeEvent.Delete delete) {
            fillRetraction(RowKind.DELETE, delete.before(), delete.key());
            return rows(before);
        }
        throw Check.unreachable(event);
    }

    /** The primary key of a converted row, in primary-key order: what {@code Table.get} asks for. */
    public GenericRow primaryKeyOf(GenericRow row) {
        GenericRow key = new GenericRow(RowKind.INSERT, keys.size());
        for (int i = 0; i < keys.size(); i++) {
            key.set(i, row.valueAt(keys.get(i)));
        }
        return key;
    }

    private Conversion upsert(RowImage row, RecordKey key) {
        RowPlan plan = plans.of(row);
        if (!plan.missing().isEmpty()) {
            return new Conversion.Drift(plan.missing());
        }
        fillRow(RowKind.INSERT, plan, row, key);
        return attempt.hasDrift() ? new Conversion.Drift(attempt.drift()) : rows(after);
    }

    private Conversion update(ChangeEvent.Update update) {
        RowPlan plan = plans.of(update.after());
        if (!plan.missing().isEmpty()) {
            return new Conversion.Drift(plan.missing());
        }
        fillRow(RowKind.UPDATE_AFTER, plan, update.after(), update.key());
        if (attempt.hasDrift()) {
            return new Conversion.Drift(attempt.drift());
        }
        if (update.before().isEmpty()) {
            requireNoBefore(update);
            return rows(after);
        }
        boolean keyChanged = keyChanged(update.before().get());
        if (!keyChanged && !needsBefore) {
            return rows(after);
        }
        fillRetraction(
                keyChanged ? RowKind.DELETE : RowKind.UPDATE_BEFORE,
                update.before(),
                keyChanged ? RecordKey.NONE : update.key());
        if (keyChanged) {
            after.setKind(RowKind.INSERT);
        }
        return new Conversion.Rows(List.of(before, after), unavailable);
    }

    private Conversion rows(GenericRow row) {
        return new Conversion.Rows(List.of(row), unavailable);
    }

    private void requireNoBefore(ChangeEvent.Update update) {
        if (needsBefore) {
            throw new BadRecordException(
                    BadRecordException.Reason.REFUSED,
                    update.origin(),
                    "before",
                    "the update does not say what the row was before, but the table must know it (merge-engine=aggregation or"
                            + " changelog-producer=input). Let the source send it (PostgreSQL: REPLICA IDENTITY FULL), or use"
                            + " changelog-producer=lookup, which finds it in the table");
        }
    }

    /** Whether both images have a whole key and the keys differ; {@link #after} is filled. */
    private boolean keyChanged(RowImage image) {
        RowPlan plan = plans.of(image);
        plan.reader().read(image.value(), raw, lenient(true));
        lenient(false);
        boolean changed = false;
        for (int key : keys) {
            if (raw[key] == null) {
                return false;
            }
            Object value = plan.converters().get(key).convert(raw[key], attempt);
            changed |= !Objects.deepEquals(value, after.valueAt(key));
        }
        return changed;
    }

    private void fillRow(RowKind kind, RowPlan plan, RowImage image, RecordKey key) {
        after.setKind(kind);
        plan.reader().read(image.value(), raw, attempt);
        for (int i = 0; i < raw.length; i++) {
            Object value = raw[i];
            if (value == null) {
                value = isKey[i] ? keyColumns.read(i, key, attempt) : null;
            } else if (plan.mayBeUnavailable().get(i) && unavailableValue.matches(value)) {
                unavailable.add(type.field(i).name());
                after.set(i, null);
                continue;
            } else {
                value = plan.converters().get(i).convert(value, attempt);
            }
            if (value == null && mustHaveValue[i] && !attempt.hasDrift()) {
                attempt.nullIn(sites.get(i));
            }
            after.set(i, value);
        }
    }

    /** Fills {@link #before}: all of the key, and what else is known and fits. */
    private void fillRetraction(RowKind kind, Optional<RowImage> image, RecordKey key) {
        before.setKind(kind);
        RowPlan plan = image.map(plans::of).orElse(null);
        if (plan == null) {
            Arrays.fill(raw, null);
        } else {
            plan.reader().read(image.get().value(), raw, lenient(true));
        }
        for (int i = 0; i < raw.length; i++) {
            Object value = raw[i];
            lenient(!isKey[i] && kind == RowKind.DELETE);
            if (value != null && !isKey[i] && unavailableValue.matches(value)) {
                value = null;
            } else if (value != null) {
                value = plan.converters().get(i).convert(value, attempt);
            }
            if (value == null && isKey[i]) {
                value = keyColumns.read(i, key, attempt);
                if (value == null) {
                    attempt.nullIn(sites.get(i));
                }
            }
            before.set(i, value == null ? neutral[i] : value);
        }
        lenient(false);
    }

    private Attempt lenient(boolean lenient) {
        attempt.lenient(lenient);
        return attempt;
    }
}
