package dev.varve.table.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.testing.PaimonValues;
import dev.varve.table.testing.RandomTypes;
import dev.varve.table.type.ArrayType;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DataTypes;
import dev.varve.table.type.MapType;
import dev.varve.table.type.RowType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.apache.paimon.catalog.Identifier;
import org.apache.paimon.schema.SchemaManager;
import org.apache.paimon.utils.JsonSerdeUtil;
import org.apache.paimon.utils.LazyField;
import org.junit.jupiter.api.Test;

/** Random changes lead to the schemas that Apache Paimon makes of them, and are refused when it refuses them. */
class SchemaEvolutionPaimonTest {
    private static final int SEEDS = Integer.getInteger("schema.seeds", 600);
    private static final String[] NAMES = {"k", "p", "a", "b", "c", "n", "x", "element", "value", "new"};

    @Test
    void changesHaveTheResultsThatPaimonGivesThem() {
        int same = 0;
        int refused = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            var round = new Generator(new Random(seed));
            TableSchema base = round.schema();
            boolean hasSnapshots = round.random.nextBoolean();
            SchemaChange change = round.change();
            Outcome ours = ours(base, change, hasSnapshots);
            Outcome paimons = paimons(base, change, hasSnapshots);
            String claim =
                    "seed " + seed + ": " + change + " of " + base.fields() + ": " + ours + " but Paimon: " + paimons;
            if (ours.schema() != null && paimons.schema() != null) {
                assertThat(ours.schema().fields())
                        .as(claim)
                        .isEqualTo(paimons.schema().fields());
                assertThat(ours.schema().options())
                        .as(claim)
                        .isEqualTo(paimons.schema().options());
                assertThat(ours.schema().primaryKeys())
                        .as(claim)
                        .isEqualTo(paimons.schema().primaryKeys());
                assertThat(ours.schema().highestFieldId())
                        .as(claim)
                        .isEqualTo(paimons.schema().highestFieldId());
                assertThat(ours.schema().comment())
                        .as(claim)
                        .isEqualTo(paimons.schema().comment());
                same++;
            } else if (ours.schema() == null && paimons.schema() == null) {
                refused++;
            } else {
                assertThat(isKnownDifference(base, change, ours)).as(claim).isTrue();
            }
        }
        assertThat(same).isGreaterThan(SEEDS / 5);
        assertThat(refused).isGreaterThan(SEEDS / 20);
    }

    /** Where we differ on purpose. */
    private static boolean isKnownDifference(TableSchema base, SchemaChange change, Outcome ours) {
        if (ours.schema() != null) {
            // What is already so is no change.
            return ours.schema().equals(base);
        }
        // Paimon follows any name into an array or map and drops columns that options need.
        return leadsIntoPart(base, change)
                || ours.error().contains("remove them first")
                || ours.error().contains("'bucket-key' cannot be defined with 'bucket' = '-1'");
    }

    private static boolean leadsIntoPart(TableSchema base, SchemaChange change) {
        List<String> path = List.of();
        if (change instanceof SchemaChange.AddColumn add) {
            path = add.path();
        } else if (change instanceof SchemaChange.RenameColumn rename) {
            path = rename.path();
        } else if (change instanceof SchemaChange.DropColumn drop) {
            path = drop.path();
        } else if (change instanceof SchemaChange.ChangeType type) {
            path = type.path();
        } else if (change instanceof SchemaChange.ChangeNullability nullability) {
            path = nullability.path();
        } else if (change instanceof SchemaChange.ChangeColumnComment comment) {
            path = comment.path();
        }
        DataType type = base.rowType();
        for (String name : path) {
            if (!(type instanceof RowType row)) {
                return true;
            }
            int index = row.indexOf(name);
            if (index < 0) {
                return false;
            }
            type = row.type(index);
        }
        return false;
    }

    private record Outcome(TableSchema schema, String error) {}

    private static Outcome ours(TableSchema base, SchemaChange change, boolean hasSnapshots) {
        try {
            return new Outcome(
                    new SchemaEvolution(base, base, hasSnapshots)
                            .apply(List.of(change), 5)
                            .orElse(base),
                    null);
        } catch (InvalidInputException e) {
            return new Outcome(null, e.getMessage());
        }
    }

    private static Outcome paimons(TableSchema base, SchemaChange change, boolean hasSnapshots) {
        var schema = JsonSerdeUtil.fromJson(SchemaJson.format(base), org.apache.paimon.schema.TableSchema.class);
        try {
            var evolved = SchemaManager.generateTableSchema(
                    schema,
                    List.of(toPaimon(change)),
                    new LazyField<>(() -> hasSnapshots),
                    new LazyField<>(() -> Identifier.create("d", "t")));
            return new Outcome(SchemaJson.parse(JsonSerdeUtil.toJson(evolved), "paimon"), null);
        } catch (Exception e) {
            return new Outcome(null, e.toString());
        }
    }

    private static org.apache.paimon.schema.SchemaChange toPaimon(SchemaChange change) {
        if (change instanceof SchemaChange.AddColumn add) {
            String name = add.path().get(add.path().size() - 1);
            return org.apache.paimon.schema.SchemaChange.addColumn(
                    add.path().toArray(String[]::new),
                    PaimonValues.type(add.type()),
                    add.comment().orElse(null),
                    move(name, add.position()));
        } else if (change instanceof SchemaChange.RenameColumn rename) {
            return org.apache.paimon.schema.SchemaChange.renameColumn(
                    rename.path().toArray(String[]::new), rename.newName());
        } else if (change instanceof SchemaChange.DropColumn drop) {
            return org.apache.paimon.schema.SchemaChange.dropColumn(drop.path().toArray(String[]::new));
        } else if (change instanceof SchemaChange.ChangeType type) {
            return org.apache.paimon.schema.SchemaChange.updateColumnType(
                    type.path().toArray(String[]::new), PaimonValues.type(type.newType()), true);
        } else if (change instanceof SchemaChange.ChangeNullability nullability) {
            return org.apache.paimon.schema.SchemaChange.updateColumnNullability(
                    nullability.path().toArray(String[]::new), nullability.nullable());
        } else if (change instanceof SchemaChange.ChangeColumnComment comment) {
            return org.apache.paimon.schema.SchemaChange.updateColumnComment(
                    comment.path().toArray(String[]::new), comment.comment().orElse(null));
        } else if (change instanceof SchemaChange.MoveColumn move) {
            return org.apache.paimon.schema.SchemaChange.updateColumnPosition(move(move.name(), move.position()));
        } else if (change instanceof SchemaChange.SetOption set) {
            return org.apache.paimon.schema.SchemaChange.setOption(set.key(), set.value());
        } else if (change instanceof SchemaChange.RemoveOption remove) {
            return org.apache.paimon.schema.SchemaChange.removeOption(remove.key());
        }
        return org.apache.paimon.schema.SchemaChange.updateComment(
                ((SchemaChange.ChangeComment) change).comment().orElse(null));
    }

    private static org.apache.paimon.schema.SchemaChange.Move move(String name, SchemaChange.Position position) {
        String reference = position.reference().orElse(null);
        return switch (position.kind()) {
            case FIRST -> org.apache.paimon.schema.SchemaChange.Move.first(name);
            case LAST -> org.apache.paimon.schema.SchemaChange.Move.last(name);
            case AFTER -> org.apache.paimon.schema.SchemaChange.Move.after(name, reference);
            case BEFORE -> org.apache.paimon.schema.SchemaChange.Move.before(name, reference);
        };
    }

    /** Random schemas and changes of them, many of them impossible. */
    private static final class Generator {
        private final Random random;
        private final RandomTypes types;

        Generator(Random random) {
            this.random = random;
            this.types = new RandomTypes(random);
        }

        TableSchema schema() {
            FieldIds ids = new FieldIds(-1);
            List<DataField> fields = new ArrayList<>();
            fields.add(ids.assignAdded(new DataField(0, "k", types.key())));
            fields.add(ids.assignAdded(new DataField(0, "p", DataTypes.INT.notNull())));
            for (String name : List.of("a", "b", "c").subList(0, random.nextInt(4))) {
                fields.add(ids.assignAdded(new DataField(0, name, types.simple().withNullable(random.nextBoolean()))));
            }
            fields.add(ids.assignAdded(new DataField(0, "n", nested(2))));
            Map<String, String> options = switch (random.nextInt(6)) {
                case 0 ->
                    Map.of(
                            "bucket",
                            "2",
                            "sequence.field",
                            "n".equals(fields.get(2).name())
                                    ? "p"
                                    : fields.get(2).name());
                case 1 -> Map.of("bucket", "2", "disable-explicit-type-casting", "true");
                case 2 -> Map.of("bucket", "2", "alter-column-null-to-not-null.disabled", "false");
                case 3 -> Map.of("bucket", "2", "bucket-key", "k");
                default -> Map.of("bucket", "2");
            };
            return new TableSchema(
                    3,
                    4,
                    fields,
                    ids.highest() + random.nextInt(2),
                    List.of("p"),
                    List.of("k", "p"),
                    options,
                    Optional.empty(),
                    1);
        }

        private DataType nested(int depth) {
            if (depth == 0) {
                return types.simple();
            }
            DataType type = switch (random.nextInt(4)) {
                case 0 -> new ArrayType(nested(depth - 1), true);
                case 1 -> new MapType(DataTypes.STRING.notNull(), nested(depth - 1), true);
                default ->
                    RowType.of(
                            List.of(new DataField(0, "x", nested(depth - 1)), new DataField(1, "a", types.simple())));
            };
            return type.withNullable(random.nextInt(3) > 0);
        }

        SchemaChange change() {
            return switch (random.nextInt(11)) {
                case 0, 1 ->
                    new SchemaChange.AddColumn(
                            path(),
                            random.nextInt(4) == 0 ? nested(2) : types.simple().withNullable(random.nextInt(8) > 0),
                            random.nextBoolean() ? Optional.of("note") : Optional.empty(),
                            position());
                case 2 -> new SchemaChange.RenameColumn(path(), name());
                case 3 -> new SchemaChange.DropColumn(path());
                case 4, 5, 6 -> new SchemaChange.ChangeType(path(), types.simple());
                case 7 -> new SchemaChange.ChangeNullability(path(), random.nextBoolean());
                case 8 -> new SchemaChange.ChangeColumnComment(path(), Optional.of("other"));
                case 9 -> new SchemaChange.MoveColumn(name(), position());
                default -> option();
            };
        }

        private SchemaChange option() {
            return switch (random.nextInt(6)) {
                case 0 ->
                    new SchemaChange.SetOption("bucket", List.of("4", "-1", "2").get(random.nextInt(3)));
                case 1 -> new SchemaChange.SetOption("write-only", "true");
                case 2 -> new SchemaChange.RemoveOption("sequence.field");
                case 3 -> new SchemaChange.SetOption("bucket-key", "k");
                case 4 -> new SchemaChange.RemoveOption("bucket");
                default -> new SchemaChange.ChangeComment(Optional.of("table"));
            };
        }

        private List<String> path() {
            return switch (random.nextInt(4)) {
                case 0, 1 -> List.of(name());
                case 2 -> List.of("n", name());
                default -> List.of("n", random.nextBoolean() ? "x" : name(), name());
            };
        }

        private String name() {
            return NAMES[random.nextInt(NAMES.length)];
        }

        private SchemaChange.Position position() {
            return switch (random.nextInt(5)) {
                case 0 -> SchemaChange.Position.FIRST;
                case 1 -> new SchemaChange.Position(SchemaChange.Position.Kind.AFTER, Optional.of(name()));
                case 2 -> new SchemaChange.Position(SchemaChange.Position.Kind.BEFORE, Optional.of(name()));
                default -> SchemaChange.Position.LAST;
            };
        }
    }
}
