package dev.varve.table.merge;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.option.TableOptions;
import dev.varve.table.row.RowComparator;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.type.RowType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Reads the {@link PartialUpdatePlan} of a table from its options (semantics, merge engines, sections 4.2 and 4.3). */
final class PartialUpdateOptions {
    private static final Pattern GROUP = Pattern.compile("fields\\.(.+)\\.sequence-group");
    private static final String REMOVE_ON_DELETE = "partial-update.remove-record-on-delete";
    private static final String REMOVE_ON_GROUP = "partial-update.remove-record-on-sequence-group";

    private final RowType type;
    private final RowType columns;
    private final List<String> primaryKeys;
    private final TableOptions options;
    /** By column, the key of the option that puts it into a group. */
    private final Map<String, String> groupKeys = new LinkedHashMap<>();

    private final List<String> sequenceColumns = new ArrayList<>();

    private PartialUpdateOptions(TableSchema schema, TableOptions options, RowType columns) {
        this.type = schema.rowType();
        this.columns = columns;
        this.primaryKeys = schema.primaryKeys();
        this.options = options;
    }

    /**
     * The plan for rows of some columns.
     *
     * @param columns of the schema, {@link #groupColumns} among them
     * @throws InvalidInputException for options that contradict one another or the columns
     */
    static PartialUpdatePlan plan(TableSchema schema, TableOptions options, RowType columns) {
        return new PartialUpdateOptions(schema, options, columns).plan();
    }

    /** Sequence columns of the groups that have a part in the values of the wanted columns, or may remove the row. */
    static List<String> groupColumns(TableSchema schema, TableOptions options, List<String> wanted) {
        PartialUpdateOptions read = new PartialUpdateOptions(schema, options, schema.rowType());
        List<String> needed = new ArrayList<>();
        read.declaredGroups().forEach((key, sequence) -> {
            List<String> governed = names(options.asMap().get(key));
            boolean counts = Stream.of(sequence, governed).flatMap(List::stream).anyMatch(wanted::contains);
            if (counts || read.removesRow(sequence)) {
                needed.addAll(sequence);
            }
        });
        return needed;
    }

    private PartialUpdatePlan plan() {
        Map<String, List<String>> declared = declaredGroups();
        requireNoConflict(declared.keySet());
        declared.forEach(this::enlist);
        for (String column : options.partialUpdateRemovingColumns()) {
            if (!sequenceColumns.contains(column)) {
                throw new InvalidInputException("field '" + column + "' defined in '" + REMOVE_ON_GROUP
                        + "' option must be part of sequence groups; the sequence columns are " + sequenceColumns);
            }
        }
        AggregatedColumns functions = new AggregatedColumns(columns, ofColumns(functionNames()), options.asMap());
        List<SequenceGroup> groups = new ArrayList<>();
        declared.forEach((key, sequence) -> {
            // Without its sequence columns none of the group is wanted.
            if (columns.names().containsAll(sequence)) {
                groups.add(group(key, sequence, functions));
            }
        });
        return new PartialUpdatePlan(
                functions,
                positionsWhere(primaryKeys::contains),
                positionsWhere(column -> !primaryKeys.contains(column) && !groupKeys.containsKey(column)),
                groups,
                retractions(!declared.isEmpty()));
    }

    /** Sequence columns by option key, in the order of the keys. */
    private Map<String, List<String>> declaredGroups() {
        Map<String, List<String>> declared = new TreeMap<>();
        for (String key : options.asMap().keySet()) {
            Matcher group = GROUP.matcher(key);
            if (group.matches()) {
                declared.put(key, names(group.group(1)));
            }
        }
        return declared;
    }

    private void requireNoConflict(Set<String> groupOptions) {
        requireNotBoth(
                options.ignoreDelete(), "ignore-delete", options.partialUpdateRemovesOnDelete(), REMOVE_ON_DELETE);
        requireNotBoth(
                options.ignoreDelete(),
                "ignore-delete",
                !options.partialUpdateRemovingColumns().isEmpty(),
                REMOVE_ON_GROUP);
        for (String group : groupOptions) {
            requireNotBoth(true, group, options.partialUpdateRemovesOnDelete(), REMOVE_ON_DELETE);
        }
    }

    private static void requireNotBoth(boolean one, String oneKey, boolean other, String otherKey) {
        if (one && other) {
            throw new InvalidInputException("options '" + oneKey + "' and '" + otherKey
                    + "' have conflicting behavior so should not be enabled at the same time; remove one of them");
        }
    }

    private void enlist(String key, List<String> sequence) {
        for (String column : sequence) {
            UserSequence.orderedPosition(type, column);
            enlist(key, column);
            sequenceColumns.add(column);
        }
        names(options.asMap().get(key)).forEach(column -> enlist(key, column));
    }

    private void enlist(String key, String column) {
        if (type.indexOf(column) < 0) {
            throw new InvalidInputException("Field " + column + " can not be found in table schema: option '" + key
                    + "' names it, the columns are " + type.names());
        }
        String other = groupKeys.put(column, key);
        if (other != null) {
            throw new InvalidInputException("Field " + column + " is defined repeatedly by multiple groups: '" + other
                    + "' and '" + key + "'; leave it in one of them");
        }
    }

    private String[] functionNames() {
        String[] names = new String[type.arity()];
        for (int i = 0; i < names.length; i++) {
            String column = type.field(i).name();
            String name = AggregatedColumns.asked(options.asMap(), column).orElse(null);
            if (name == null) {
                continue;
            }
            AggregatedColumns.requireKnown(column, name);
            if (primaryKeys.contains(column)
                    || sequenceColumns.contains(column)
                    || options.sequenceFields().contains(column)) {
                continue;
            }
            if (groupKeys.containsKey(column)) {
                names[i] = name;
            } else if (!name.equals(AggregatedColumns.LAST_NON_NULL_VALUE)) {
                // That one is what columns outside groups do anyway.
                throw new InvalidInputException(
                        "Must use sequence group for aggregation functions but not found for field " + column
                                + ": it asks for '" + name + "'; put it into a 'fields.<columns>.sequence-group'");
            }
        }
        return names;
    }

    /** What is said of all columns of the table, of those that rows have. */
    private String[] ofColumns(String[] names) {
        return columns.names().stream()
                .map(column -> names[type.indexOf(column)])
                .toArray(String[]::new);
    }

    private SequenceGroup group(String key, List<String> sequence, AggregatedColumns functions) {
        int[] order = sequence.stream().mapToInt(columns::indexOf).toArray();
        int[] governed = positionsWhere(column ->
                key.equals(groupKeys.get(column)) && !sequence.contains(column) && !primaryKeys.contains(column));
        return new SequenceGroup(
                order,
                RowComparator.ofColumns(
                        Arrays.stream(order).mapToObj(columns::type).toList(), order),
                Arrays.stream(governed).filter(i -> !functions.has(i)).toArray(),
                Arrays.stream(governed).filter(functions::has).toArray(),
                removesRow(sequence));
    }

    private boolean removesRow(List<String> sequence) {
        return sequence.stream().anyMatch(options.partialUpdateRemovingColumns()::contains);
    }

    private PartialUpdateRetractions retractions(boolean grouped) {
        if (options.ignoreDelete()) {
            return PartialUpdateRetractions.IGNORE;
        } else if (options.partialUpdateRemovesOnDelete()) {
            return PartialUpdateRetractions.REMOVE_ROW;
        }
        return grouped ? PartialUpdateRetractions.RETRACT_GROUPS : PartialUpdateRetractions.REFUSE;
    }

    private int[] positionsWhere(Predicate<String> wanted) {
        return IntStream.range(0, columns.arity())
                .filter(i -> wanted.test(columns.field(i).name()))
                .toArray();
    }

    private static List<String> names(String list) {
        return Arrays.stream(list.split(","))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .toList();
    }
}
