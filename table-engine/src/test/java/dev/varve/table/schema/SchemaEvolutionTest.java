package dev.varve.table.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.schema.SchemaChange.AddColumn;
import dev.varve.table.schema.SchemaChange.ChangeColumnComment;
import dev.varve.table.schema.SchemaChange.ChangeComment;
import dev.varve.table.schema.SchemaChange.ChangeDefaultValue;
import dev.varve.table.schema.SchemaChange.ChangeNullability;
import dev.varve.table.schema.SchemaChange.ChangeType;
import dev.varve.table.schema.SchemaChange.DropColumn;
import dev.varve.table.schema.SchemaChange.MoveColumn;
import dev.varve.table.schema.SchemaChange.Position;
import dev.varve.table.schema.SchemaChange.RemoveOption;
import dev.varve.table.schema.SchemaChange.RenameColumn;
import dev.varve.table.schema.SchemaChange.SetOption;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DataTypes;
import dev.varve.table.type.RowType;
import dev.varve.table.type.TypeParser;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SchemaEvolutionTest {
    private static final TableSchema BASE = schema("bucket", "2");

    /** id, p are the key, p the partition; a, b simple; n nested with ids 5 to 7. */
    private static TableSchema schema(String... options) {
        RowType row = (RowType) TypeParser.parse(
                "ROW<id INT NOT NULL, p STRING NOT NULL, a INT, b STRING NOT NULL, n ROW<x INT, y ARRAY<ROW<z INT>>>>");
        Map<String, String> map = new LinkedHashMap<>();
        for (int i = 0; i < options.length; i += 2) {
            map.put(options[i], options[i + 1]);
        }
        return SchemaCreation.create(
                new TableSpec(row.fields(), List.of("id", "p"), List.of("p"), map, Optional.of("first")), 1);
    }

    private static TableSchema evolve(TableSchema base, SchemaChange... changes) {
        return new SchemaEvolution(base, base, true).apply(List.of(changes), 2).orElse(base);
    }

    private static void refused(String message, SchemaChange... changes) {
        refused(BASE, message, changes);
    }

    private static void refused(TableSchema base, String message, SchemaChange... changes) {
        assertThatThrownBy(() -> evolve(base, changes))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(message);
    }

    private static DataType type(String text) {
        return TypeParser.parse(text);
    }

    private static Position after(String name) {
        return new Position(Position.Kind.AFTER, Optional.of(name));
    }

    private static Position before(String name) {
        return new Position(Position.Kind.BEFORE, Optional.of(name));
    }

    @Test
    void severalChangesMakeOneSchema() {
        TableSchema next = evolve(
                BASE,
                AddColumn.last("c", DataTypes.DATE),
                new RenameColumn(List.of("a"), "aa"),
                new SetOption("write-only", "true"),
                new ChangeComment(Optional.of("second")));
        assertThat(next.id()).isEqualTo(1);
        assertThat(next.timeMillis()).isEqualTo(2);
        assertThat(next.rowType().names()).containsExactly("id", "p", "aa", "b", "n", "c");
        assertThat(next.fields().get(2).id()).isEqualTo(BASE.fields().get(2).id());
        assertThat(next.fields().get(5).id()).isEqualTo(BASE.highestFieldId() + 1);
        assertThat(next.highestFieldId()).isEqualTo(BASE.highestFieldId() + 1);
        assertThat(next.options()).containsEntry("write-only", "true");
        assertThat(next.comment()).contains("second");
    }

    @Test
    void whatIsAlreadySoIsNoChange() {
        assertThat(evolve(
                        BASE,
                        AddColumn.last("a", DataTypes.INT),
                        AddColumn.last("b", DataTypes.STRING),
                        AddColumn.last("n", type("ROW<x INT, y ARRAY<ROW<z INT>>>")),
                        new ChangeType(List.of("a"), DataTypes.INT),
                        new ChangeType(List.of("id"), DataTypes.INT),
                        new ChangeNullability(List.of("a"), true),
                        new MoveColumn("id", Position.FIRST),
                        new SetOption("bucket", "2"),
                        new RemoveOption("write-only"),
                        new ChangeComment(Optional.of("first"))))
                .isSameAs(BASE);
    }

    @Test
    void droppedColumnsDoNotComeBack() {
        TableSchema dropped = evolve(BASE, new DropColumn(List.of("a")));
        assertThat(dropped.rowType().indexOf("a")).isEqualTo(-1);
        assertThat(dropped.highestFieldId()).isEqualTo(BASE.highestFieldId());
        TableSchema added = evolve(dropped, AddColumn.last("a", DataTypes.INT));
        assertThat(added.rowType().field(added.rowType().indexOf("a")).id()).isGreaterThan(BASE.highestFieldId());
    }

    // ---- Adding

    @Test
    void aColumnGoesWhereItIsTold() {
        assertThat(names(new AddColumn(List.of("c"), DataTypes.INT, Optional.empty(), Position.FIRST)))
                .containsExactly("c", "id", "p", "a", "b", "n");
        assertThat(names(new AddColumn(List.of("c"), DataTypes.INT, Optional.empty(), after("p"))))
                .containsExactly("id", "p", "c", "a", "b", "n");
        assertThat(names(new AddColumn(List.of("c"), DataTypes.INT, Optional.empty(), before("p"))))
                .containsExactly("id", "c", "p", "a", "b", "n");
        assertThat(names(new MoveColumn("n", after("id")))).containsExactly("id", "n", "p", "a", "b");
        assertThat(names(new MoveColumn("id", Position.LAST))).containsExactly("p", "a", "b", "n", "id");
        assertThat(evolve(
                                schema("bucket", "2", "add-column-before-partition", "true"),
                                AddColumn.last("c", DataTypes.INT))
                        .rowType()
                        .names())
                .containsExactly("id", "c", "p", "a", "b", "n");
        refused("there is no column 'q'", new MoveColumn("q", Position.FIRST));
        refused("there is no column 'q'", new MoveColumn("a", after("q")));
        refused("needs the name of a column", new MoveColumn("a", new Position(Position.Kind.AFTER, Optional.empty())));
    }

    private static List<String> names(SchemaChange change) {
        return evolve(BASE, change).rowType().names();
    }

    @Test
    void nestedFieldsCanBeAddedAnywhere() {
        TableSchema next = evolve(
                BASE,
                new AddColumn(List.of("n", "w"), DataTypes.DATE, Optional.of("why"), after("x")),
                new AddColumn(List.of("n", "y", "element", "v"), type("ROW<k INT>"), Optional.empty(), Position.LAST));
        assertThat(next.rowType().type(4).toString())
                .isEqualTo("ROW<`x` INT, `w` DATE 'why', `y` ARRAY<ROW<`z` INT, `v` ROW<`k` INT>>>>");
        assertThat(next.highestFieldId()).isEqualTo(BASE.highestFieldId() + 3);
    }

    @Test
    void anAddedColumnMustFit() {
        refused("add it as a nullable column", AddColumn.last("c", DataTypes.INT.notNull()));
        refused("already exists as INT", AddColumn.last("a", DataTypes.STRING));
        refused("reserved", AddColumn.last("_VALUE_KIND", DataTypes.INT));
        refused(
                "there is no column 'm'",
                new AddColumn(List.of("m", "c"), DataTypes.INT, Optional.empty(), Position.LAST));
        refused("has no parts", new AddColumn(List.of("a", "c"), DataTypes.INT, Optional.empty(), Position.LAST));
        refused(
                "is a part of an ARRAY",
                new AddColumn(List.of("n", "y", "element"), DataTypes.INT, Optional.empty(), Position.LAST));
    }

    // ---- Renaming

    @Test
    void keysAndOptionsFollowARenamedColumn() {
        TableSchema base = schema("bucket", "2", "bucket-key", "id", "fields.id.stats-mode", "none");
        TableSchema next = evolve(base, new RenameColumn(List.of("id"), "key"));
        assertThat(next.primaryKeys()).containsExactly("key", "p");
        assertThat(next.options())
                .containsExactly(
                        Map.entry("bucket", "2"),
                        Map.entry("bucket-key", "key"),
                        Map.entry("fields.key.stats-mode", "none"));
        assertThat(evolve(BASE, new RenameColumn(List.of("n", "x"), "xx"))
                        .rowType()
                        .type(4)
                        .toString())
                .startsWith("ROW<`xx` INT");
    }

    @Test
    void someColumnsCannotBeRenamed() {
        refused("partition column 'p' cannot be renamed", new RenameColumn(List.of("p"), "q"));
        refused("there is such a column already", new RenameColumn(List.of("a"), "b"));
        refused("there is no column 'q'", new RenameColumn(List.of("q"), "r"));
        refused("there is no column 'q'", new RenameColumn(List.of("q"), "a"));
        refused("reserved", new RenameColumn(List.of("a"), "rowkind"));
        refused("is a part of an ARRAY", new RenameColumn(List.of("n", "y", "element"), "e"));
    }

    // ---- Dropping

    @Test
    void someColumnsCannotBeDropped() {
        refused("primary key column 'id' cannot be dropped", new DropColumn(List.of("id")));
        refused("column 'p' cannot be dropped", new DropColumn(List.of("p")));
        refused("did you mean", new DropColumn(List.of("nn")));
        refused("is the last one", new DropColumn(List.of("n", "x")), new DropColumn(List.of("n", "y")));
        refused(
                schema("bucket", "2", "fields.a.stats-mode", "none"),
                "options [fields.a.stats-mode] name it",
                new DropColumn(List.of("a")));
        assertThat(evolve(BASE, new DropColumn(List.of("n", "x")))
                        .rowType()
                        .type(4)
                        .toString())
                .isEqualTo("ROW<`y` ARRAY<ROW<`z` INT>>>");
    }

    @Test
    void aColumnThatSomebodyElseHasJustDroppedOrRenamedIsNoMistake() {
        TableSchema newest = evolve(BASE, new DropColumn(List.of("a")), new RenameColumn(List.of("b"), "bb"));
        assertThat(new SchemaEvolution(newest, BASE, true)
                        .apply(List.of(new DropColumn(List.of("a")), new RenameColumn(List.of("b"), "bb")), 3))
                .isEmpty();
    }

    // ---- Types

    @Test
    void typesWidenAndKeepTheirNullability() {
        TableSchema next = evolve(
                BASE,
                new ChangeType(List.of("a"), DataTypes.BIGINT.notNull()),
                new ChangeType(List.of("b"), DataTypes.varchar(10)),
                new ChangeType(List.of("n", "y", "element", "z"), DataTypes.DOUBLE));
        assertThat(next.rowType().type(2)).isEqualTo(DataTypes.BIGINT);
        assertThat(next.rowType().type(3)).isEqualTo(DataTypes.varchar(10).notNull());
        assertThat(next.rowType().type(4).toString()).isEqualTo("ROW<`x` INT, `y` ARRAY<ROW<`z` DOUBLE>>>");
        assertThat(next.fields().get(2).id()).isEqualTo(BASE.fields().get(2).id());
    }

    @Test
    void aWholeNestedTypeKeepsTheIdsOfItsFields() {
        TableSchema next =
                evolve(BASE, new ChangeType(List.of("n"), type("ROW<y ARRAY<ROW<w DATE, z BIGINT>>, v STRING>")));
        RowType old = (RowType) BASE.rowType().type(4);
        RowType changed = (RowType) next.rowType().type(4);
        assertThat(changed.toString()).isEqualTo("ROW<`y` ARRAY<ROW<`w` DATE, `z` BIGINT>>, `v` STRING>");
        assertThat(changed.field(0).id()).isEqualTo(old.field(1).id());
        assertThat(changed.field(1).id()).isGreaterThan(BASE.highestFieldId());
        assertThat(next.highestFieldId()).isEqualTo(BASE.highestFieldId() + 2);
        refused("add it as a nullable field", new ChangeType(List.of("n"), type("ROW<x INT, v INT NOT NULL>")));
        refused("cannot be converted", new ChangeType(List.of("n"), type("ROW<x MAP<INT, INT>>")));
    }

    @Test
    void someTypesCannotChange() {
        refused(
                "primary key column 'id' cannot be given another type",
                new ChangeType(List.of("id"), DataTypes.BIGINT));
        refused("'p' cannot be given another type", new ChangeType(List.of("p"), DataTypes.varchar(5)));
        refused("old values cannot be converted", new ChangeType(List.of("a"), DataTypes.DATE));
        refused(
                schema("bucket", "2", "disable-explicit-type-casting", "true"),
                "values could be lost",
                new ChangeType(List.of("a"), DataTypes.SMALLINT));
        assertThat(evolve(BASE, new ChangeType(List.of("a"), DataTypes.SMALLINT))
                        .rowType()
                        .type(2))
                .isEqualTo(DataTypes.SMALLINT);
    }

    @Test
    void nullabilityWidensAndNarrowsOnlyWithPermission() {
        assertThat(evolve(BASE, new ChangeNullability(List.of("b"), true))
                        .rowType()
                        .type(3))
                .isEqualTo(DataTypes.STRING);
        refused("'alter-column-null-to-not-null.disabled' to false", new ChangeNullability(List.of("a"), false));
        refused("primary key column 'id' cannot become nullable", new ChangeNullability(List.of("id"), true));
        assertThat(evolve(
                                BASE,
                                new SetOption("alter-column-null-to-not-null.disabled", "false"),
                                new ChangeNullability(List.of("a"), false))
                        .rowType()
                        .type(2))
                .isEqualTo(DataTypes.INT.notNull());
        assertThat(evolve(
                                schema("bucket", "2", "alter-column-null-to-not-null.disabled", "false"),
                                new ChangeNullability(List.of("n", "y", "element"), false))
                        .rowType()
                        .type(4)
                        .toString())
                .isEqualTo("ROW<`x` INT, `y` ARRAY<ROW<`z` INT> NOT NULL>>");
    }

    // ---- The rest

    @Test
    void commentsAndDefaultsChange() {
        TableSchema next = evolve(
                BASE,
                new ChangeColumnComment(List.of("a"), Optional.of("note")),
                new ChangeDefaultValue(List.of("a"), Optional.of("7")));
        assertThat(next.fields().get(2).description()).contains("note");
        assertThat(next.fields().get(2).defaultValue()).contains("7");
        refused("cannot be used", new ChangeDefaultValue(List.of("a"), Optional.of("x")));
        assertThat(evolve(next, new ChangeDefaultValue(List.of("a"), Optional.empty()))
                        .fields()
                        .get(2)
                        .defaultValue())
                .isEmpty();
    }

    @Test
    void optionsFollowTheirRules() {
        refused("once the table has a snapshot", new SetOption("merge-engine", "aggregation"));
        refused("did you mean 'write-only'?", new SetOption("write-onyl", "true"));
        refused("greater than 0", new SetOption("bucket", "0"));
        assertThatThrownBy(() ->
                        new SchemaEvolution(BASE, BASE, false).apply(List.of(new SetOption("bucket-key", "a")), 2))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("should contains all bucket keys");
        refused("names column 'q'", new SetOption("fields.q.stats-mode", "none"));
        assertThat(new SchemaEvolution(BASE, BASE, false)
                        .apply(List.of(new SetOption("bucket-key", "id")), 2)
                        .orElseThrow()
                        .bucketKeys())
                .containsExactly("id");
    }

    @Test
    void oldDefaultsAreWrittenOutInANewFile() {
        TableSchema old = new TableSchema(
                1,
                3,
                BASE.fields(),
                BASE.highestFieldId(),
                List.of("p"),
                List.of("id", "p"),
                Map.of(),
                Optional.empty(),
                0);
        TableSchema next = evolve(old, AddColumn.last("c", DataTypes.INT));
        assertThat(next.version()).isEqualTo(3);
        assertThat(next.options()).containsEntry("bucket", "1").containsEntry("file.format", "orc");
        assertThat(evolve(old, new ChangeComment(Optional.empty()))).isSameAs(old);
    }

    @Test
    void unknownKeysGoAlong() {
        UnknownKeys unknown = new UnknownKeys(Map.of("future", "[1]"), Map.of(2, Map.of("tag", "\"pii\"")));
        TableSchema base = new TableSchema(
                3,
                0,
                BASE.fields(),
                BASE.highestFieldId(),
                List.of("p"),
                List.of("id", "p"),
                BASE.options(),
                Optional.empty(),
                0,
                unknown);
        TableSchema next = evolve(base, new RenameColumn(List.of("a"), "aa"));
        assertThat(SchemaJson.format(next)).contains("\"future\" : [ 1 ]").contains("\"tag\" : \"pii\"");
        TableSchema dropped = evolve(base, new DropColumn(List.of("a")));
        assertThat(SchemaJson.format(dropped)).contains("\"future\"").doesNotContain("pii");
    }
}
