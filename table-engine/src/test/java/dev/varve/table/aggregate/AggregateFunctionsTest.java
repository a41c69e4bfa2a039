package dev.varve.table.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.GenericArray;
import dev.varve.table.row.GenericRow;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DataTypes;
import dev.varve.table.type.TypeParser;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.paimon.factories.FactoryUtil;
import org.apache.paimon.mergetree.compact.aggregate.factory.FieldAggregatorFactory;
import org.junit.jupiter.api.Test;

class AggregateFunctionsTest {
    @Test
    void namesAreThoseOfPaimon() {
        List<String> theirs = FactoryUtil.discoverIdentifiers(
                AggregateFunctionsTest.class.getClassLoader(), FieldAggregatorFactory.class);
        assertThat(AggregateFunctions.names())
                .containsExactlyInAnyOrderElementsOf(theirs.stream()
                        .filter(name -> !name.equals(AggregateFunctions.PRIMARY_KEY))
                        .toList());
    }

    @Test
    void unknownNameListsTheKnownOnes() {
        assertThatThrownBy(() -> create("summe", DataTypes.INT, Map.of()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("column 'v'")
                .hasMessageContaining("'summe'")
                .hasMessageContaining("sum, theta_sketch");
        assertThatThrownBy(() -> AggregateFunctions.requireName("fields.default-aggregate-function", "primary-key"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("'fields.default-aggregate-function'");
    }

    @Test
    void settingsAreThoseOfTheColumnOnly() {
        AggregateOptions options = AggregateOptions.of(
                "a",
                Map.of(
                        "fields.a.ignore-retract", "TRUE",
                        "fields.a.list-agg-delimiter", "",
                        "fields.b.distinct", "true",
                        "fields.a.nested-key", " x, y ",
                        "fields.a.count-limit", "7",
                        "fields.a.ts-field", "t"));
        assertThat(options).isEqualTo(new AggregateOptions(true, "", false, List.of("x", "y"), 7, Optional.of("t")));
    }

    @Test
    void settingThatCannotBeReadIsNamed() {
        assertThatThrownBy(() -> AggregateOptions.of("a", Map.of("fields.a.count-limit", "many")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("'fields.a.count-limit' is 'many'");
        assertThatThrownBy(() -> AggregateOptions.of("a", Map.of("fields.a.distinct", "1")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("'fields.a.distinct' is '1'");
    }

    @Test
    void nestedKeyThatIsNoFieldIsNamed() {
        DataType type = TypeParser.parse("ARRAY<ROW<id INT, v INT>>");
        assertThatThrownBy(() -> create("nested_update", type, Map.of("fields.v.nested-key", "id, no")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("'fields.v.nested-key' names field 'no'");
    }

    @Test
    void onlySomeFunctionsRetract() {
        assertThat(create("sum", DataTypes.INT, Map.of()).canRetract()).isTrue();
        assertThat(create("max", DataTypes.INT, Map.of()).canRetract()).isFalse();
        AggregateFunction ignoring = create("max", DataTypes.INT, Map.of("fields.v.ignore-retract", "true"));
        assertThat(ignoring.canRetract()).isTrue();
        ignoring.add(GenericRow.of(5), 0);
        ignoring.retract(GenericRow.of(5), 0);
        assertThat(ignoring.result()).isEqualTo(5);
    }

    @Test
    void nullRetractionIsRefusedLikeAnyOther() {
        AggregateFunction function = create("listagg", DataTypes.STRING, Map.of());
        assertThatThrownBy(() -> function.retract(GenericRow.of((Object) null), 0))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("'fields.v.ignore-retract' = 'true'");
    }

    @Test
    void olderVersionsComeFirst() {
        assertThat(late("listagg", DataTypes.STRING, Map.of(), text("new"), text("old")))
                .isEqualTo(text("old,new"));
        assertThat(late("first_value", DataTypes.INT, Map.of(), 1, 2)).isEqualTo(2);
        assertThat(late("first_value", DataTypes.INT, Map.of(), 1, null)).isNull();
        assertThat(late("first_non_null_value", DataTypes.INT, Map.of(), 1, 2)).isEqualTo(2);
        assertThat(late("first_non_null_value", DataTypes.INT, Map.of(), 1, null))
                .isEqualTo(1);
        assertThat(late("last_value", DataTypes.INT, Map.of(), null, 2)).isNull();
        assertThat(late("last_non_null_value", DataTypes.INT, Map.of(), null, 2))
                .isEqualTo(2);
        assertThat(late("last_non_null_value", DataTypes.INT, Map.of(), 1, 2)).isEqualTo(1);
        assertThat(late("sum", DataTypes.INT, Map.of(), 1, 2)).isEqualTo(3);
    }

    @Test
    void lateElementsAreCollectedLastUnlessRetractionsAreIgnored() {
        DataType type = DataTypes.array(DataTypes.INT);
        assertThat(late("collect", type, Map.of(), GenericArray.of(1), GenericArray.of(2)))
                .isEqualTo(GenericArray.of(1, 2));
        Map<String, String> ignoring = Map.of("fields.v.ignore-retract", "true");
        assertThat(late("collect", type, ignoring, GenericArray.of(1), GenericArray.of(2)))
                .isEqualTo(GenericArray.of(2, 1));
    }

    @Test
    void resultsAreNotChangedByLaterValues() {
        AggregateFunction function = create("collect", DataTypes.array(DataTypes.INT), Map.of());
        function.add(GenericRow.of(GenericArray.of(1)), 0);
        function.add(GenericRow.of(GenericArray.of(2)), 0);
        Object before = function.result();
        function.add(GenericRow.of(GenericArray.of(3)), 0);
        assertThat(before).isEqualTo(GenericArray.of(1, 2));
        assertThat(function.result()).isEqualTo(GenericArray.of(1, 2, 3));
    }

    private static Object late(String name, DataType type, Map<String, String> options, Object newer, Object older) {
        AggregateFunction function = create(name, type, options);
        function.add(GenericRow.of(newer), 0);
        function.addOlder(GenericRow.of(older), 0);
        return function.result();
    }

    private static BinaryString text(String text) {
        return BinaryString.of(text);
    }

    private static AggregateFunction create(String name, DataType type, Map<String, String> options) {
        return AggregateFunctions.create(name, new AggregateColumn("v", type, AggregateOptions.of("v", options)));
    }
}
