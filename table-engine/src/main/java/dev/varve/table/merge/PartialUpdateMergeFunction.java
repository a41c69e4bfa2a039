package dev.varve.table.merge;

import static java.util.Objects.requireNonNull;

import dev.varve.table.aggregate.AggregateFunction;
import dev.varve.table.error.InvalidInputException;
import dev.varve.table.row.KeyValue;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowKind;

/**
 * Each column is the newest value that is not null, or follows its sequence group (semantics, merge engines, section 4).
 *
 * <p>The merged row is composed of references to the versions that gave its columns; only what functions compute is held in
 * it. A group's columns are decided together: its sequence columns always come from one row, so that row stands for the
 * group's position and columns may be handled in any order.
 *
 * <p>An addition that is alone, or alone since the row was removed, is the result as it is. What follows a removal starts empty.
 */
final class PartialUpdateMergeFunction implements MergeFunction {
    private final PartialUpdatePlan plan;
    private final SequenceGroup[] groups;
    private final AggregateFunction[] functions;
    private final ComposedRow row;
    private final KeyValue merged = new KeyValue();

    /** By group, the row whose sequence columns it has; null for none. */
    private final Row[] current;
    /** The first version since the last removal, as long as it is the only one and an addition. */
    private KeyValue lone;
    /** The last version if it removed the row. */
    private KeyValue removal;
    /** The last version that is part of the row. */
    private KeyValue newest;

    private boolean added;

    PartialUpdateMergeFunction(PartialUpdatePlan plan) {
        this.plan = requireNonNull(plan, "plan is null");
        this.groups = plan.groups().toArray(SequenceGroup[]::new);
        this.functions = plan.functions().create();
        this.row = new ComposedRow(functions.length);
        this.current = new Row[groups.length];
    }

    @Override
    public void reset() {
        lone = null;
        removal = null;
        newest = null;
        added = false;
        row.clear();
        for (int i = 0; i < groups.length; i++) {
            current[i] = null;
            for (int position : groups[i].aggregated()) {
                functions[position].reset();
            }
        }
    }

    /** @throws InvalidInputException for a retraction of a table that has no rule for it, which only another engine can have stored */
    @Override
    public void add(KeyValue version) {
        if (version.kind().isRetract()) {
            retract(version);
            return;
        }
        removal = null;
        if (newest == null && lone == null) {
            lone = version;
            return;
        }
        applyLone();
        apply(version);
    }

    private void retract(KeyValue version) {
        switch (plan.retractions()) {
            case REFUSE ->
                throw new InvalidInputException("a stored row of kind "
                        + version.kind().shortName() + ": " + Retractions.PARTIAL_UPDATE_REFUSES);
            case IGNORE -> {}
            case REMOVE_ROW -> {
                if (version.kind() == RowKind.DELETE) {
                    remove(version);
                }
            }
            case RETRACT_GROUPS -> {
                applyLone();
                if (removesRow(version)) {
                    remove(version);
                } else {
                    retractGroups(version);
                }
            }
        }
    }

    private void remove(KeyValue version) {
        reset();
        removal = version;
    }

    private boolean removesRow(KeyValue version) {
        if (version.kind() != RowKind.DELETE) {
            return false;
        }
        Row values = version.value();
        for (int i = 0; i < groups.length; i++) {
            SequenceGroup group = groups[i];
            if (group.removesRow() && !group.isSilent(values) && !group.isLate(values, current[i])) {
                return true;
            }
        }
        return false;
    }

    private void applyLone() {
        if (lone != null) {
            KeyValue version = lone;
            lone = null;
            apply(version);
        }
    }

    private void apply(KeyValue version) {
        Row values = version.value();
        take(plan.keys(), values);
        for (int position : plan.ungoverned()) {
            if (!values.isNull(position)) {
                row.take(position, values);
            }
        }
        for (int i = 0; i < groups.length; i++) {
            SequenceGroup group = groups[i];
            if (group.isSilent(values)) {
                continue;
            }
            boolean late = group.isLate(values, current[i]);
            for (int position : group.aggregated()) {
                if (late) {
                    functions[position].addOlder(values, position);
                } else {
                    functions[position].add(values, position);
                }
            }
            if (!late) {
                take(group.sequence(), values);
                take(group.plain(), values);
                current[i] = values;
            }
        }
        newest = version;
        added = true;
    }

    private void retractGroups(KeyValue version) {
        removal = null;
        Row values = version.value();
        take(plan.keys(), values);
        for (int i = 0; i < groups.length; i++) {
            SequenceGroup group = groups[i];
            if (group.isSilent(values)) {
                continue;
            }
            for (int position : group.aggregated()) {
                functions[position].retract(values, position);
            }
            if (!group.isLate(values, current[i])) {
                take(group.sequence(), values);
                take(group.plain(), null);
                current[i] = values;
            }
        }
        newest = version;
    }

    private void take(int[] positions, Row source) {
        for (int position : positions) {
            row.take(position, source);
        }
    }

    @Override
    public KeyValue result() {
        if (removal != null) {
            return removal;
        }
        if (lone != null || newest == null) {
            return lone;
        }
        for (SequenceGroup group : groups) {
            for (int position : group.aggregated()) {
                row.takeResult(position, functions[position]);
            }
        }
        if (!added) {
            // Retractions leave these columns alone, so what a tombstone holds there has no meaning; NOT NULL must hold
            // all the same.
            take(plan.ungoverned(), newest.value());
        }
        return merged.replace(newest.key(), newest.sequence(), added ? RowKind.INSERT : plan.kindOfRetractions(), row);
    }
}
