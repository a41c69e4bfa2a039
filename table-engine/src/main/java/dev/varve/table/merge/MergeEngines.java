package dev.varve.table.merge;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.option.ChangelogProducer;
import dev.varve.table.option.MergeEngine;
import dev.varve.table.option.TableOptions;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.type.RowType;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Makes the {@link MergeRules} of each engine. */
final class MergeEngines {
    private MergeEngines() {}

    static MergeRules rules(TableSchema schema, TableOptions options, RowType columns) {
        MergeRules rules = ofVersions(schema, options, columns);
        // Elsewhere the newest version on a higher level is the newest of all versions there in any case.
        boolean composes = rules.engine() == MergeEngine.PARTIAL_UPDATE || rules.engine() == MergeEngine.AGGREGATE;
        if (!options.lookupCompaction() || !composes) {
            return rules;
        }
        return new MergeRules(
                rules.engine(),
                rules.order(),
                () -> new MergedRows(rules.function().get()),
                rules.join(),
                rules.retractions());
    }

    private static MergeRules ofVersions(TableSchema schema, TableOptions options, RowType columns) {
        SequenceOrder order = orderOf(schema, options, columns);
        return switch (options.mergeEngine()) {
            case DEDUPLICATE -> deduplicate(order, options);
            case FIRST_ROW -> firstRow(order, options);
            case PARTIAL_UPDATE ->
                partialUpdate(order, PartialUpdateOptions.plan(schema, options, columns), schema.keyType());
            case AGGREGATE ->
                aggregation(order, AggregationOptions.columns(schema, options, columns), options, schema.keyType());
        };
    }

    static List<String> neededColumns(TableSchema schema, TableOptions options, List<String> wanted) {
        Set<String> needed = new LinkedHashSet<>(schema.trimmedPrimaryKeys());
        needed.addAll(options.sequenceFields());
        if (options.mergeEngine() == MergeEngine.PARTIAL_UPDATE) {
            needed.addAll(PartialUpdateOptions.groupColumns(schema, options, wanted));
        }
        return List.copyOf(needed);
    }

    private static MergeRules deduplicate(SequenceOrder order, TableOptions options) {
        boolean ignoreDelete = options.ignoreDelete();
        return new MergeRules(
                MergeEngine.DEDUPLICATE,
                order,
                () -> new DeduplicateMergeFunction(ignoreDelete),
                () -> new DeduplicateMergeFunction(ignoreDelete),
                Retractions.ACCEPTED);
    }

    private static MergeRules firstRow(SequenceOrder order, TableOptions options) {
        if (!order.isArrival()) {
            throw new InvalidInputException("option 'sequence.field' cannot be used with 'merge-engine' = 'first-row'"
                    + ", which keeps the row that arrived first; remove it");
        }
        ChangelogProducer producer = options.changelogProducer();
        if (producer != ChangelogProducer.NONE && producer != ChangelogProducer.LOOKUP) {
            throw new InvalidInputException("option 'changelog-producer' = '" + producer.text()
                    + "' cannot be used with 'merge-engine' = 'first-row'; set it to none or lookup");
        }
        boolean ignoreDelete = options.ignoreDelete();
        return rules(
                MergeEngine.FIRST_ROW,
                order,
                () -> new FirstRowMergeFunction(ignoreDelete),
                JoinRule.firstRow(ignoreDelete),
                ignoreDelete ? Retractions.ACCEPTED : Retractions.refused(Retractions.FIRST_ROW_REFUSES));
    }

    private static MergeRules partialUpdate(SequenceOrder order, PartialUpdatePlan plan, RowType keyType) {
        return rules(
                MergeEngine.PARTIAL_UPDATE,
                order,
                () -> new NamedKeys(new PartialUpdateMergeFunction(plan), keyType),
                // A version between two others in the table's order would have to go between them.
                JoinRule.partialUpdate(plan, plan.joinsAdds() && order.isArrival()),
                switch (plan.retractions()) {
                    case REFUSE -> Retractions.refused(Retractions.PARTIAL_UPDATE_REFUSES);
                    case IGNORE, REMOVE_ROW -> Retractions.ACCEPTED;
                    case RETRACT_GROUPS -> new GroupRetractions(plan);
                });
    }

    private static MergeRules aggregation(
            SequenceOrder order, AggregatedColumns columns, TableOptions options, RowType keyType) {
        boolean removeOnDelete = options.aggregationRemovesOnDelete();
        boolean retracts = !options.ignoreDelete();
        IntStream all = IntStream.range(0, columns.names().length);
        // A removal outside the merge may belong between two additions, and so may what is divided out of a product.
        boolean joinsAdds = order.isArrival()
                ? all.allMatch(columns::joinsAdds)
                : !(removeOnDelete && retracts)
                        && all.allMatch(i -> columns.takesIncoming(i)
                                || (columns.isCommutative(i) && !(retracts && columns.needsBaseToRetract(i))));
        boolean joinsRetractions = order.isArrival()
                && joinsAdds
                && IntStream.range(0, columns.names().length).allMatch(columns::joinsRetractions);
        return rules(
                MergeEngine.AGGREGATE,
                order,
                () -> new NamedKeys(new AggregationMergeFunction(columns.create(), removeOnDelete), keyType),
                JoinRule.aggregation(
                        joinsAdds,
                        joinsRetractions,
                        removeOnDelete,
                        order.isArrival() && joinsAdds ? columns.joinableChanges() : (old, changed) -> false),
                AggregationOptions.retractions(columns, removeOnDelete, options.ignoreDelete()));
    }

    private static MergeRules rules(
            MergeEngine engine,
            SequenceOrder order,
            Supplier<MergeFunction> function,
            JoinRule join,
            Retractions retractions) {
        return new MergeRules(
                engine,
                order,
                () -> new CompleteMerge(function.get(), retractions),
                () -> new SegmentJoin(join, function),
                retractions);
    }

    private static SequenceOrder orderOf(TableSchema schema, TableOptions options, RowType columns) {
        List<String> fields = options.sequenceFields();
        if (fields.isEmpty()) {
            return SequenceOrder.ARRIVAL;
        }
        Set<String> seen = new HashSet<>();
        for (String field : fields) {
            if (!seen.add(field)) {
                throw new InvalidInputException(
                        "Sequence field '" + field + "' is defined repeatedly. Name it once in 'sequence.field'.");
            }
            if (AggregatedColumns.hasOwn(options.asMap(), field)) {
                throw new InvalidInputException("Should not define aggregation on sequence field: '" + field
                        + "'. Remove 'fields." + field + ".aggregate-function'.");
            }
        }
        if (!schema.primaryKeys().containsAll(schema.partitionKeys())) {
            throw new InvalidInputException("option 'sequence.field' cannot be used while the primary key "
                    + schema.primaryKeys() + " lacks columns of the partition keys " + schema.partitionKeys()
                    + ": a key could move to another partition; add them to the primary key");
        }
        return new UserSequence(columns, fields, options.sequenceSortOrder());
    }

    static void requireWritable(TableSchema schema, TableOptions options) {
        MergeRules rules = rules(schema, options, schema.rowType());
        // Functions check types and settings of their columns when they are made.
        requireNonNull(rules.function().get(), "a merge engine without function");
        if (options.mergeEngine() == MergeEngine.PARTIAL_UPDATE) {
            requireNullableGroups(schema.rowType(), PartialUpdateOptions.plan(schema, options, schema.rowType()));
        } else if (options.mergeEngine() == MergeEngine.AGGREGATE
                && !rules.order().isArrival()) {
            AggregationOptions.requireOrderless(AggregationOptions.columns(schema, options, schema.rowType()));
        }
    }

    /** A group that no version has spoken about is null, and a retraction makes its columns null. */
    private static void requireNullableGroups(RowType type, PartialUpdatePlan plan) {
        for (SequenceGroup group : plan.groups()) {
            Stream.of(group.plain(), group.aggregated())
                    .flatMapToInt(IntStream::of)
                    .filter(i -> !type.type(i).nullable())
                    .findFirst()
                    .ifPresent(i -> {
                        throw new InvalidInputException(
                                "column '" + type.field(i).name()
                                        + "' is NOT NULL but belongs to a sequence group, which can leave it null; make it nullable");
                    });
        }
    }
}
