package dev.varve.connect.convert;

import static java.util.Objects.requireNonNull;

import dev.varve.connect.config.SinkSettings;
import dev.varve.connect.config.TableLayoutSettings;
import dev.varve.connect.event.BadRecordException;
import dev.varve.connect.event.ChangeEvent;
import dev.varve.connect.event.RecordKey;
import dev.varve.connect.event.RowImage;
import dev.varve.connect.event.UnavailableValue;
import dev.varve.table.TableId;
import dev.varve.table.error.Check;
import dev.varve.table.row.BinaryString;
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
import org.apache.kafka.connect.sink.SinkRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Converts events to rows of one table, with one version of its schema: after the table changed, make a new one. What depends
 * on an event's schema is worked out once a schema. Rows are reused from call to call. Confined to the task thread.
 *
 * <ul>
 *   <li>An upsert is one row +I, an update one row +U, a delete one row -D that has the key and whatever else is known.
 *   <li>An update of the key, seen by comparing before and after, is -D of the old key and +I of the new one.
 *   <li>Where a table must take back what a row was before (functions that retract, {@code changelog-producer=input}), an update
 *       is -U and +U, and -U and -D hold the whole row before; an event without it is a bad record ({@link ChangeRules}).
 *   <li>Computed columns and columns of metadata come last, when the row's fields are known to fit. What a row before is computed to be
 *       counts as its key where such a column is part of it.
 *   <li>Key columns that the row lacks are taken from the record's key.
 *   <li>A value that the source did not send, as it had not changed, is that of the row before, if the event has it.
 *   <li>With {@code rowkind.field} the rows that the converter adds for their old values say their kind in that column, too.
 * </ul>
 */
public final class TableConverter {
    private static final Logger LOG = LoggerFactory.getLogger(TableConverter.class);
    private static final Conversion NOTHING = new Conversion.Rows(List.of(), List.of());

    private final TableId id;
    private final RowType type;
    private final List<Site> sites;
    private final List<Integer> keys;
    private final boolean[] isKey;
    private final boolean[] mustHaveValue;
    private final Object[] neutral;
    private final ChangeRules rules;
    private final KeyOrder keyOrder;
    private final int kindColumn;
    private final Attempt attempt;
    private final RowPlans plans;
    private final KeyColumns keyColumns;
    private final UnavailableValue unavailableValue;
    private final DerivedColumns derived;
    /** Whether a column is none of the row's fields. */
    private final boolean[] isDerived;

    private final Object[] raw;
    /** Of the row before. */
    private final Object[] rawBefore;

    private final GenericRow before;
    private final GenericRow after;
    private final List<String> unavailable = new ArrayList<>();
    /** What the event came in; null if it is not known. */
    private SinkRecord record;

    public TableConverter(TableId id, TableSchema schema, SinkSettings settings) {
        this.id = requireNonNull(id, "id is null");
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
        TableLayoutSettings layout = settings.tables().of(id);
        FieldColumns fields = new FieldColumns(id, layout.columns());
        rules = new ChangeRules(schema, fields);
        keyOrder = new KeyOrder(
                id, fields.plainKeyFields(schema.primaryKeys()), rules.needs().ordered(), settings.tasksMax());
        kindColumn = rules.kindColumn().map(type::indexOf).orElse(-1);
        attempt = new Attempt(id, settings.conversion(), layout.types(), fields);
        ValueConverters converters = new ValueConverters(settings.conversion().schemalessDecimals(), fields);
        derived = new DerivedColumns(id, schema, layout, fields, sites, converters);
        isDerived = derived.columns().derived();
        plans = new RowPlans(id, schema, sites, derived, converters, settings, attempt);
        keyColumns = derived.keyColumns();
        unavailableValue = new UnavailableValue(settings.events().unavailableValue());
        raw = new Object[derived.columns().count()];
        rawBefore = new Object[raw.length];
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

    /**
     * Converts one event. The table it is of must be this one.
     *
     * @return rows, lent until the next call; or what the table must first be changed to
     * @throws BadRecordException if the event can never be stored in this table with these settings
     */
    public Conversion convert(ChangeEvent.OfRow event) {
        return convert(event, null);
    }

    /**
     * Converts one event.
     *
     * @param from the record that the event was decoded from; null if columns that tell its timestamp and headers are to be null
     * @return rows, lent until the next call; or what the table must first be changed to
     * @throws BadRecordException if the event can never be stored in this table with these settings
     */
    public Conversion convert(ChangeEvent.OfRow event, SinkRecord from) {
        record = from;
        attempt.begin(event.origin());
        keyOrder.look(event.key());
        unavailable.clear();
        if (event instanceof ChangeEvent.Upsert upsert) {
            rules.requireNew(upsert);
            return upsert(upsert);
        }
        if (event instanceof ChangeEvent.Update update) {
            return update(update);
        }
        if (event instanceof ChangeEvent.Delete delete) {
            return delete(delete);
        }
        throw Check.unreachable(event);
    }

    /**
     * Whether an update may have changed the primary key without saying so: the record's key does not tell it, and the row before is
     * not known. It is taken for one that did not.
     */
    public boolean mayHideChangedKey(ChangeEvent.OfRow event) {
        return event instanceof ChangeEvent.Update update
                && !rules.isToldBy(update.key())
                && rules.before(update.before(), update.key()).isEmpty();
    }

    /** The primary key of a converted row, in primary-key order: what {@code Table.get} asks for. */
    public GenericRow primaryKeyOf(GenericRow row) {
        GenericRow key = new GenericRow(RowKind.INSERT, keys.size());
        for (int i = 0; i < keys.size(); i++) {
            key.set(i, row.valueAt(keys.get(i)));
        }
        return key;
    }

    private Conversion upsert(ChangeEvent.Upsert event) {
        RowImage row = event.row();
        RecordKey key = event.key();
        RowPlan plan = plans.of(row);
        if (!plan.missing().isEmpty()) {
            return new Conversion.Drift(plan.missing());
        }
        fillRow(RowKind.INSERT, plan, row, key, event);
        requireKept(event, false);
        return attempt.hasDrift() ? new Conversion.Drift(attempt.drift()) : rows(after);
    }

    private Conversion update(ChangeEvent.Update update) {
        rules.requireNoKindColumn(update);
        RowPlan plan = plans.of(update.after());
        if (!plan.missing().isEmpty()) {
            return new Conversion.Drift(plan.missing());
        }
        fillRow(RowKind.UPDATE_AFTER, plan, update.after(), update.key(), update);
        if (attempt.hasDrift()) {
            return new Conversion.Drift(attempt.drift());
        }
        Optional<RowImage> image = rules.before(update.before(), update.key());
        if (image.isEmpty()) {
            rules.requireRowBefore(update);
            requireKept(update, false);
            return rows(after);
        }
        RowPlan planBefore = plans.of(image.get());
        planBefore.reader().read(image.get().value(), rawBefore, lenient(true));
        lenient(false);
        boolean keyChanged = keyChanged(planBefore);
        fillUnavailable(planBefore, plan, update.key());
        requireKept(update, keyChanged);
        if (!keyChanged && !rules.tellsRowBeforeUpdate()) {
            return attempt.hasDrift() ? new Conversion.Drift(attempt.drift()) : rows(after);
        }
        fillRetraction(
                keyChanged ? RowKind.DELETE : RowKind.UPDATE_BEFORE,
                image,
                keyChanged ? RecordKey.NONE : update.key(),
                update);
        if (attempt.hasDrift()) {
            return new Conversion.Drift(attempt.drift());
        }
        if (keyChanged) {
            after.setKind(RowKind.INSERT);
        }
        return new Conversion.Rows(List.of(before, after), unavailable);
    }

    private Conversion delete(ChangeEvent.Delete delete) {
        rules.requireNoKindColumn(delete);
        Optional<RowImage> image = rules.before(delete.before(), delete.key());
        if (image.isEmpty() && delete.mayRepeat() && !rules.canDeleteBy(delete.key())) {
            // A delete that could be applied had the row before, and has landed. At most one a partition and start.
            LOG.warn(
                    "{} is a tombstone that table {} cannot apply without the row before; it is left out, for it is the first"
                            + " record since the task began here, and so the delete that it repeats should have landed",
                    delete.origin(),
                    id);
            return NOTHING;
        }
        if (image.isEmpty()) {
            rules.requireRowBefore(delete);
        }
        fillRetraction(RowKind.DELETE, rules.isToldBy(delete.key()) ? delete.before() : image, delete.key(), delete);
        return attempt.hasDrift() ? new Conversion.Drift(attempt.drift()) : rows(before);
    }

    private Conversion rows(GenericRow row) {
        return new Conversion.Rows(List.of(row), unavailable);
    }

    /** What was not sent is what the row before has: it did not change. */
    private void fillUnavailable(RowPlan planBefore, RowPlan plan, RecordKey key) {
        if (unavailable.isEmpty()) {
            return;
        }
        unavailable.removeIf(column -> {
            int i = type.indexOf(column);
            if (isDerived[i] || rawBefore[i] == null || unavailableValue.matches(rawBefore[i])) {
                return false;
            }
            after.set(i, planBefore.converters().get(i).convert(rawBefore[i], attempt));
            return true;
        });
        for (ComputedColumn computed : plan.computed()) {
            String column = computed.site().name();
            if (unavailable.contains(column)) {
                computed.complete(raw, rawBefore, unavailableValue);
                if (!computed.isUnavailable(raw, unavailableValue)) {
                    after.set(type.indexOf(column), computed.compute(raw, key, attempt));
                    unavailable.remove(column);
                }
            }
        }
    }

    /** @throws BadRecordException if the merge engine cannot keep a value that was not sent */
    private void requireKept(ChangeEvent.OfRow event, boolean keyChanged) {
        for (String column : unavailable) {
            boolean kept = !keyChanged && rules.needs().keptUnderNull().contains(column);
            if (!kept && !rules.needs().replaced().contains(column)) {
                throw rules.unavailable(event, column);
            }
        }
    }

    /** Whether both images have a whole key and the keys differ; {@link #rawBefore} and {@link #after} are filled. */
    private boolean keyChanged(RowPlan planBefore) {
        boolean changed = false;
        for (int key : keys) {
            if (isDerived[key]) {
                continue;
            }
            if (rawBefore[key] == null || unavailableValue.matches(rawBefore[key])) {
                return false;
            }
            Object value = planBefore.converters().get(key).convert(rawBefore[key], attempt);
            changed |= !Objects.deepEquals(value, after.valueAt(key));
        }
        for (int i = 0; i < derived.computedAt().length; i++) {
            int column = derived.computedAt()[i];
            if (isKey[column]) {
                ComputedColumn computed = planBefore.computed().get(i);
                Object value = computed.isUnavailable(rawBefore, unavailableValue)
                        ? null
                        : computed.compute(rawBefore, RecordKey.NONE, attempt);
                if (value == null) {
                    return false;
                }
                changed |= !Objects.deepEquals(value, after.valueAt(column));
            }
        }
        return changed;
    }

    private void fillRow(RowKind kind, RowPlan plan, RowImage image, RecordKey key, ChangeEvent.OfRow event) {
        after.setKind(kind);
        plan.reader().read(image.value(), raw, attempt);
        for (int i = 0; i < isDerived.length; i++) {
            if (isDerived[i]) {
                continue;
            }
            Object value = raw[i];
            if (value == null) {
                value = isKey[i] ? keyColumns.read(i, key, attempt) : null;
            } else if (plan.mayBeUnavailable().get(i) && unavailableValue.matches(value)) {
                requireNoKey(i);
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
        fillDerived(plan, key, event);
    }

    private void requireNoKey(int column) {
        if (!sites.get(column).changeable()) {
            throw attempt.bad(
                    BadRecordException.Reason.MISSING_KEY,
                    sites.get(column),
                    "the source did not send the value, as it did not change, but a column of the primary key or of the"
                            + " partition must have one. Let the source send whole rows (PostgreSQL: ALTER TABLE …"
                            + " REPLICA IDENTITY FULL)");
        }
    }

    /** The columns of {@link #after} that are none of the row's fields, once these are known to fit. */
    private void fillDerived(RowPlan plan, RecordKey key, ChangeEvent.OfRow event) {
        if (attempt.hasDrift()) {
            return;
        }
        int[] computedAt = derived.computedAt();
        for (int i = 0; i < computedAt.length; i++) {
            int column = computedAt[i];
            ComputedColumn computed = plan.computed().get(i);
            Object value = null;
            if (computed.isUnavailable(raw, unavailableValue)) {
                requireNoKey(column);
                unavailable.add(type.field(column).name());
            } else {
                value = computed.compute(raw, key, attempt);
                requireValue(value, column, computed);
            }
            after.set(column, value);
        }
        int[] metadataAt = derived.metadataAt();
        for (int i = 0; i < metadataAt.length; i++) {
            Object value = derived.metadata()[i].read(event, record, attempt);
            if (value == null && mustHaveValue[metadataAt[i]]) {
                attempt.nullIn(sites.get(metadataAt[i]));
            }
            after.set(metadataAt[i], value);
        }
    }

    private void requireValue(Object value, int column, ComputedColumn computed) {
        if (value == null && isKey[column] && !attempt.hasDrift()) {
            throw computed.missingKey(attempt);
        }
        if (value == null && mustHaveValue[column] && !attempt.hasDrift()) {
            attempt.nullIn(sites.get(column));
        }
    }

    /** Fills {@link #before}: all of the key, and what else is known and fits. */
    private void fillRetraction(RowKind kind, Optional<RowImage> image, RecordKey key, ChangeEvent.OfRow event) {
        before.setKind(kind);
        RowPlan plan = image.map(plans::of).orElse(null);
        if (plan == null) {
            Arrays.fill(raw, null);
        } else {
            plan.reader().read(image.get().value(), raw, lenient(true));
        }
        for (int i = 0; i < isDerived.length; i++) {
            if (isDerived[i]) {
                continue;
            }
            Object value = raw[i];
            lenient(!isKey[i] && kind == RowKind.DELETE && !rules.needs().rowBeforeDelete());
            if (value != null && unavailableValue.matches(value)) {
                requireNotTakenBack(kind, i, event);
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
        fillDerivedBefore(kind, plan == null ? plans.withoutRow() : plan.computed(), key, event);
        lenient(false);
        if (kindColumn >= 0) {
            before.set(kindColumn, BinaryString.of(kind.shortName()));
        }
    }

    /** The columns of {@link #before} that are none of the row's fields. Metadata is that of the event that ends the row. */
    private void fillDerivedBefore(
            RowKind kind, List<ComputedColumn> computed, RecordKey key, ChangeEvent.OfRow event) {
        int[] computedAt = derived.computedAt();
        for (int i = 0; i < computedAt.length; i++) {
            int column = computedAt[i];
            lenient(!isKey[column] && kind == RowKind.DELETE && !rules.needs().rowBeforeDelete());
            Object value = null;
            if (computed.get(i).isUnavailable(raw, unavailableValue)) {
                requireNotTakenBack(kind, column, event);
            } else {
                value = computed.get(i).compute(raw, key, attempt);
            }
            if (value == null && isKey[column]) {
                throw computed.get(i).missingKey(attempt);
            }
            before.set(column, value == null ? neutral[column] : value);
        }
        int[] metadataAt = derived.metadataAt();
        lenient(false);
        for (int i = 0; i < metadataAt.length; i++) {
            Object value = derived.metadata()[i].read(event, record, attempt);
            if (value == null && isKey[metadataAt[i]]) {
                attempt.nullIn(sites.get(metadataAt[i]));
            }
            before.set(metadataAt[i], value == null ? neutral[metadataAt[i]] : value);
        }
    }

    /** An old value that is not known cannot be taken back, unless the new one is not known either: then the column stays as it is. */
    private void requireNotTakenBack(RowKind kind, int column, ChangeEvent.OfRow event) {
        String name = type.field(column).name();
        boolean counts = kind == RowKind.DELETE
                ? rules.needs().rowBeforeDelete()
                : rules.needs().rowBeforeUpdate();
        boolean stays = kind == RowKind.UPDATE_BEFORE
                && unavailable.contains(name)
                && rules.needs().keptUnderNull().contains(name);
        if (counts && !stays && rules.needs().takenBack().contains(name)) {
            throw rules.unavailable(event, name);
        }
    }

    private Attempt lenient(boolean lenient) {
        attempt.lenient(lenient);
        return attempt;
    }
}
