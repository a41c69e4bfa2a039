package dev.varve.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.schema.TableSchema;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tables {@code (id, a, b, c)}. */
class ChangeNeedsTest {
    private static ChangeNeeds needs(String... options) {
        var all = new HashMap<String, String>();
        all.put("bucket", "1");
        for (int i = 0; i < options.length; i += 2) {
            all.put(options[i], options[i + 1]);
        }
        return ChangeNeeds.of(new TableSchema(
                3,
                0,
                List.of(
                        new DataField(0, "id", DataTypes.BIGINT.notNull()),
                        new DataField(1, "a", DataTypes.BIGINT),
                        new DataField(2, "b", DataTypes.BIGINT),
                        new DataField(3, "c", DataTypes.BIGINT)),
                3,
                List.of(),
                List.of("id"),
                Map.copyOf(all),
                Optional.empty(),
                0));
    }

    private static ChangeNeeds aggregation(String... options) {
        var all = new ArrayList<>(List.of(
                "merge-engine",
                "aggregation",
                "fields.a.aggregate-function",
                "sum",
                "fields.b.aggregate-function",
                "last_value",
                "fields.c.aggregate-function",
                "product"));
        all.addAll(List.of(options));
        return needs(all.toArray(String[]::new));
    }

    @Test
    void deduplicateNeedsTheRowAfterAndTheOrderOfArrival() {
        ChangeNeeds needs = needs();
        assertThat(needs.rowBeforeUpdate()).isFalse();
        assertThat(needs.rowBeforeDelete()).isFalse();
        assertThat(needs.replaced()).containsExactly("a", "b", "c");
        assertThat(needs.ordered()).containsExactly("a", "b", "c");
        assertThat(needs("sequence.field", "a").ordered()).isEmpty();
    }

    @Test
    void firstRowKeepsWhatItHas() {
        ChangeNeeds needs = needs("merge-engine", "first-row");
        assertThat(needs.rowBeforeUpdate()).isFalse();
        assertThat(needs.rowBeforeDelete()).isFalse();
        assertThat(needs.keptUnderNull()).containsExactly("a", "b", "c");
    }

    @Test
    void aggregationTakesBackWhatItsFunctionsHaveTaken() {
        ChangeNeeds needs = aggregation();
        assertThat(needs.rowBeforeUpdate()).isTrue();
        assertThat(needs.rowBeforeDelete()).isTrue();
        assertThat(needs.takenBack()).containsExactly("a", "c");
        assertThat(needs.ordered())
                .as("a product forgets what is taken from nothing")
                .containsExactly("b", "c");
        assertThat(needs.replaced()).isEmpty();
    }

    @Test
    void whatIsIgnoredNeedsNothing() {
        ChangeNeeds columns = aggregation("fields.a.ignore-retract", "true", "fields.c.ignore-retract", "true");
        assertThat(columns.rowBeforeUpdate()).isFalse();
        assertThat(columns.rowBeforeDelete()).isFalse();
        assertThat(columns.ordered()).containsExactly("b");
        ChangeNeeds deletes = aggregation("ignore-delete", "true");
        assertThat(deletes.rowBeforeUpdate()).isFalse();
        assertThat(deletes.rowBeforeDelete()).isFalse();
        ChangeNeeds updates = aggregation("ignore-update-before", "true");
        assertThat(updates.rowBeforeUpdate()).isFalse();
        assertThat(updates.rowBeforeDelete()).isTrue();
    }

    @Test
    void aRowThatIsRemovedAsAWholeNeedsItsKeyOnly() {
        ChangeNeeds needs = aggregation("aggregation.remove-record-on-delete", "true");
        assertThat(needs.rowBeforeUpdate()).isTrue();
        assertThat(needs.rowBeforeDelete()).isFalse();
    }

    @Test
    void columnsWithoutFunctionKeepTheLastValueThatIsNotNull() {
        ChangeNeeds needs = needs("merge-engine", "aggregation");
        assertThat(needs.keptUnderNull()).containsExactly("a", "b", "c");
        assertThat(needs.takenBack()).containsExactly("a", "b", "c");
    }

    @Test
    void partialUpdateKeepsUnderNullOutsideGroups() {
        ChangeNeeds needs = needs("merge-engine", "partial-update");
        assertThat(needs.rowBeforeUpdate()).isFalse();
        assertThat(needs.rowBeforeDelete()).isFalse();
        assertThat(needs.keptUnderNull()).containsExactly("a", "b", "c");
    }

    @Test
    void aSequenceGroupIsTakenBackByItsSequence() {
        ChangeNeeds needs = needs("merge-engine", "partial-update", "fields.a.sequence-group", "b");
        assertThat(needs.rowBeforeUpdate()).isFalse();
        assertThat(needs.rowBeforeDelete()).isTrue();
        assertThat(needs.keptUnderNull()).containsExactly("c");
        assertThat(needs.replaced()).containsExactly("a", "b", "c");
        assertThat(needs.ordered()).containsExactly("c");
    }

    @Test
    void functionsOfASequenceGroupTakeBackOldValues() {
        ChangeNeeds needs = needs(
                "merge-engine", "partial-update",
                "fields.a.sequence-group", "b,c",
                "fields.b.aggregate-function", "sum");
        assertThat(needs.rowBeforeUpdate()).isTrue();
        assertThat(needs.takenBack()).containsExactly("b");
        assertThat(needs.replaced()).containsExactly("a", "c");
        assertThat(needs.ordered()).isEmpty();
    }
}
