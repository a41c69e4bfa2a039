package dev.varve.table.differential;

import dev.varve.table.differential.TableCase.Group;
import dev.varve.table.testing.PaimonRows;
import dev.varve.table.testing.RandomTypes;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DataTypes;
import dev.varve.table.type.MapType;
import dev.varve.table.type.TypeRoot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** Random tables of every engine, within what the engine accepts. */
final class RandomTables {
    private static final String[] FUNCTIONS = {
        "sum",
        "product",
        "min",
        "max",
        "first_value",
        "last_value",
        "first_non_null_value",
        "last_non_null_value",
        "bool_and",
        "bool_or",
        "listagg",
        "collect",
        "merge_map",
        "merge_map_with_keytime",
        "nested_update",
        "nested_partial_update",
        "rbm32",
        "rbm64",
        "hll_sketch",
        "theta_sketch"
    };

    private static final List<String> RETRACTABLE =
            List.of("sum", "product", "last_value", "last_non_null_value", "collect", "merge_map", "nested_update");

    private final Random random;
    private final RandomTypes types;
    /** Whether all functions retract: one that does not makes a table refuse retractions. */
    private final boolean retractable;
    /** Whether Paimon is to read and write the table: then what it treats differently is left out. */
    private final boolean forPaimon;

    private final List<Column> columns = new ArrayList<>();
    private final List<Integer> sequence = new ArrayList<>();
    private final List<Group> groups = new ArrayList<>();

    private RandomTables(Random random, boolean forPaimon) {
        this.random = random;
        this.types = new RandomTypes(random);
        this.retractable = random.nextBoolean();
        this.forPaimon = forPaimon;
    }

    static TableCase next(Random random, boolean forPaimon) {
        return new RandomTables(random, forPaimon).table();
    }

    static List<String> functions() {
        return List.of(FUNCTIONS);
    }

    /** An aggregation table with one sequence column and a column of this function. */
    static TableCase aggregationInSequence(Random random, String function) {
        RandomTables tables = new RandomTables(random, false);
        tables.add(Column.plain("k", DataTypes.INT.notNull()));
        tables.addAges("s", 1, tables.sequence);
        tables.add(tables.ofFunction(function, true));
        return tables.table(TableCase.AGGREGATION);
    }

    /** A partial-update table: k the key, g the sequence column of a group, v of a type governed by it. */
    static TableCase groupOf(DataType type) {
        RandomTables tables = new RandomTables(new Random(0), false);
        tables.add(Column.plain("k", DataTypes.INT.notNull()));
        tables.add(Column.plain("g", DataTypes.INT));
        tables.add(Column.plain("v", type));
        tables.groups.add(new Group(List.of(1), List.of(2), false));
        return tables.table(TableCase.PARTIAL_UPDATE);
    }

    private TableCase table(String engine) {
        return new TableCase(
                engine,
                List.copyOf(columns),
                List.of(),
                List.of("k"),
                List.copyOf(sequence),
                false,
                List.copyOf(groups),
                -1,
                false,
                false,
                false,
                Map.of("bucket", "1"));
    }

    private TableCase table() {
        String engine = switch (random.nextInt(10)) {
            case 0 -> TableCase.DEDUPLICATE;
            case 1 -> TableCase.FIRST_ROW;
            case 2, 3, 4, 5 -> TableCase.PARTIAL_UPDATE;
            default -> TableCase.AGGREGATION;
        };
        List<String> partitions = new ArrayList<>();
        if (oneOf(3)) {
            columns.add(Column.plain("p", DataTypes.INT.notNull()));
            partitions.add("p");
        }
        columns.add(Column.plain("k", DataTypes.INT.notNull()));
        if (oneOf(4)) {
            columns.add(Column.plain("k2", DataTypes.STRING.notNull()));
        }
        List<String> keys = columns.stream().map(Column::name).toList();
        int kindColumn = oneOf(8) ? add(kindColumn(engine)) : -1;
        if (!engine.equals(TableCase.FIRST_ROW) && oneOf(3)) {
            addAges("s", 1 + random.nextInt(2), sequence);
        }
        boolean ignoreDelete = oneOf(4);
        boolean removesOnDelete = false;
        switch (engine) {
            case TableCase.AGGREGATION -> {
                removesOnDelete = oneOf(4);
                for (int i = 1 + random.nextInt(4); i > 0; i--) {
                    add(aggregated(removesOnDelete));
                }
                if (oneOf(3)) {
                    add(Column.plain("v" + columns.size(), DataTypes.INT), sequence.isEmpty());
                }
            }
            case TableCase.PARTIAL_UPDATE -> {
                if (random.nextBoolean()) {
                    addGroups(!ignoreDelete);
                } else {
                    removesOnDelete = !ignoreDelete && random.nextBoolean();
                }
                addPlain(true, groups.isEmpty() ? 1 : 0);
            }
            default -> addPlain(false, 1);
        }
        return new TableCase(
                engine,
                List.copyOf(columns),
                partitions,
                keys,
                List.copyOf(sequence),
                !sequence.isEmpty() && oneOf(4),
                List.copyOf(groups),
                kindColumn,
                ignoreDelete,
                oneOf(6),
                removesOnDelete,
                storage());
    }

    /** It takes part in the merge like any other column, and with sequence.field only a function without order may. */
    private static Column kindColumn(String engine) {
        Optional<String> function = engine.equals(TableCase.AGGREGATION) ? Optional.of("last_value") : Optional.empty();
        return new Column("rk", DataTypes.STRING, function, Map.of());
    }

    private boolean oneOf(int many) {
        return random.nextInt(many) == 0;
    }

    private int add(Column column) {
        columns.add(column);
        return columns.size() - 1;
    }

    private void add(Column column, boolean wanted) {
        if (wanted) {
            add(column);
        }
    }

    private void addAges(String prefix, int count, List<Integer> positions) {
        for (int i = 0; i < count; i++) {
            positions.add(add(Column.plain(prefix + columns.size(), RandomValues.ageType(random))));
        }
    }

    private void addPlain(boolean nullable, int atLeast) {
        for (int i = atLeast + random.nextInt(3); i > 0; i--) {
            DataType type = readable(1);
            add(Column.plain("v" + columns.size(), nullable ? type.asNullable() : type));
        }
    }

    private void addGroups(boolean mayRemove) {
        for (int g = 1 + random.nextInt(2); g > 0; g--) {
            List<Integer> ages = new ArrayList<>();
            addAges("g", 1 + random.nextInt(2), ages);
            List<Integer> governed = new ArrayList<>();
            for (int i = 1 + random.nextInt(3); i > 0; i--) {
                governed.add(
                        random.nextBoolean()
                                ? add(ofFunction(function(), true))
                                : add(Column.plain(
                                        "v" + columns.size(), readable(1).asNullable())));
            }
            groups.add(new Group(ages, governed, mayRemove && oneOf(4)));
        }
    }

    private DataType readable(int depth) {
        DataType candidate = types.any(depth);
        return PaimonRows.canRead(candidate) ? candidate : readable(depth);
    }

    private Column aggregated(boolean removesOnDelete) {
        while (true) {
            String function = function();
            boolean ordered = !FunctionModel.isOrderless(function)
                    && !function.equals("last_value")
                    && !function.equals("first_value");
            boolean first = function.startsWith("first_");
            if (sequence.isEmpty() || !ordered) {
                if (!(forPaimon && first && removesOnDelete)) {
                    return ofFunction(function, !removesOnDelete);
                }
            }
        }
    }

    private String function() {
        return retractable
                ? RETRACTABLE.get(random.nextInt(RETRACTABLE.size()))
                : FUNCTIONS[random.nextInt(FUNCTIONS.length)];
    }

    private Column ofFunction(String function, boolean mayIgnoreRetract) {
        if (forPaimon && !groups.isEmpty() && function.equals("first_non_null_value")) {
            return ofFunction("first_value", mayIgnoreRetract);
        }
        Map<String, String> settings = new LinkedHashMap<>();
        if (mayIgnoreRetract && oneOf(3)) {
            settings.put("ignore-retract", "true");
        }
        DataType type = typeFor(function, settings);
        return new Column("v" + columns.size(), type, Optional.of(function), settings);
    }

    private DataType typeFor(String function, Map<String, String> settings) {
        return switch (function) {
            case "sum" ->
                pick(
                        DataTypes.TINYINT,
                        DataTypes.SMALLINT,
                        DataTypes.INT,
                        DataTypes.BIGINT,
                        DataTypes.FLOAT,
                        DataTypes.DOUBLE,
                        DataTypes.decimal(10, 2),
                        DataTypes.decimal(25, 3));
            case "product" ->
                pick(
                        DataTypes.TINYINT,
                        DataTypes.SMALLINT,
                        DataTypes.INT,
                        DataTypes.BIGINT,
                        DataTypes.FLOAT,
                        DataTypes.DOUBLE,
                        DataTypes.decimal(18, 0),
                        DataTypes.decimal(38, 0));
            case "min", "max" -> comparable();
            case "bool_and", "bool_or" -> DataTypes.BOOLEAN;
            case "listagg" -> {
                if (random.nextBoolean()) {
                    settings.put("list-agg-delimiter", oneOf(2) ? "--" : ";");
                }
                distinct(settings);
                yield DataTypes.STRING;
            }
            case "collect" -> {
                distinct(settings);
                yield DataTypes.array(
                        forPaimon
                                ? pick(DataTypes.INT, DataTypes.STRING, nested())
                                : pick(DataTypes.INT, DataTypes.STRING, nested(), DataTypes.BYTES));
            }
            case "merge_map" ->
                DataTypes.map(
                        forPaimon
                                ? pick(DataTypes.INT, DataTypes.STRING)
                                : pick(DataTypes.INT, DataTypes.STRING, DataTypes.BYTES),
                        pick(DataTypes.INT, DataTypes.STRING));
            case "merge_map_with_keytime" -> {
                boolean timeFirst = random.nextBoolean();
                if (timeFirst) {
                    settings.put("ts-field", "t");
                }
                DataField time = new DataField(100, "t", DataTypes.STRING);
                DataField value = new DataField(101, "v", DataTypes.INT);
                yield new MapType(
                        DataTypes.INT, timeFirst ? DataTypes.row(time, value) : DataTypes.row(value, time), true);
            }
            case "nested_update" -> {
                if (random.nextBoolean()) {
                    settings.put("nested-key", oneOf(2) ? "id" : "id, t");
                }
                if (oneOf(3)) {
                    settings.put("count-limit", Integer.toString(1 + random.nextInt(4)));
                }
                yield DataTypes.array(nested());
            }
            case "nested_partial_update" -> {
                settings.put("nested-key", oneOf(2) ? "id" : "id,t");
                yield DataTypes.array(nested());
            }
            case "rbm32", "rbm64", "hll_sketch", "theta_sketch" -> DataTypes.BYTES;
            default -> readable(1).asNullable();
        };
    }

    private DataType comparable() {
        DataType type = types.simple();
        return type.root() == TypeRoot.BOOLEAN ? comparable() : type;
    }

    private void distinct(Map<String, String> settings) {
        if (random.nextBoolean()) {
            settings.put("distinct", "true");
        }
    }

    private static DataType nested() {
        return DataTypes.row(
                new DataField(100, "id", DataTypes.INT),
                new DataField(101, "a", DataTypes.INT),
                new DataField(102, "t", DataTypes.STRING));
    }

    private DataType pick(DataType... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private Map<String, String> storage() {
        Map<String, String> options = new LinkedHashMap<>();
        options.put("bucket", Integer.toString(1 + random.nextInt(3)));
        options.put("num-sorted-run.compaction-trigger", Integer.toString(2 + random.nextInt(4)));
        maybe(options, "num-levels", "3", "4");
        maybe(options, "compaction.max-size-amplification-percent", "100", "100000");
        maybe(options, "compaction.size-ratio", "0", "100");
        maybe(options, "target-file-size", "1 kb", "1 mb");
        maybe(options, "data-file.thin-mode", "true");
        maybe(options, "metadata.stats-mode", "none", "full");
        maybe(options, "full-compaction.delta-commits", "2", "3");
        return options;
    }

    private void maybe(Map<String, String> options, String key, String... values) {
        if (oneOf(3)) {
            options.put(key, values[random.nextInt(values.length)]);
        }
    }
}
