package dev.varve.table.merge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.row.GenericRow;
import dev.varve.table.row.KeyValue;
import dev.varve.table.row.RowKind;
import org.junit.jupiter.api.Test;

class DeduplicateMergeFunctionTest {
    private static final KeyValue INSERT = version(1, RowKind.INSERT);
    private static final KeyValue UPDATE = version(2, RowKind.UPDATE_AFTER);
    private static final KeyValue DELETE = version(3, RowKind.DELETE);
    private static final KeyValue UPDATE_BEFORE = version(4, RowKind.UPDATE_BEFORE);

    private static KeyValue version(long sequence, RowKind kind) {
        return new KeyValue(GenericRow.of(1), sequence, kind, GenericRow.of(1, sequence));
    }

    private static KeyValue merge(MergeFunction function, KeyValue... versions) {
        function.reset();
        for (KeyValue version : versions) {
            function.add(version);
        }
        return function.result();
    }

    @Test
    void newestVersionWinsWhatEverItsKind() {
        MergeFunction function = new DeduplicateMergeFunction(false);
        assertThat(merge(function, INSERT, UPDATE)).isSameAs(UPDATE);
        assertThat(merge(function, INSERT, UPDATE, DELETE)).isSameAs(DELETE);
        assertThat(merge(function, INSERT, UPDATE_BEFORE)).isSameAs(UPDATE_BEFORE);
        assertThat(merge(function, INSERT)).isSameAs(INSERT);
    }

    @Test
    void ignoredRetractionsLeaveTheVersionBelow() {
        MergeFunction function = new DeduplicateMergeFunction(true);
        assertThat(merge(function, INSERT, DELETE)).isSameAs(INSERT);
        assertThat(merge(function, INSERT, UPDATE, DELETE, UPDATE_BEFORE)).isSameAs(UPDATE);
        assertThat(merge(function, DELETE, UPDATE_BEFORE)).isNull();
    }

    @Test
    void aLoneAdditionPassesAndALoneRetractionGoesToTheEngine() {
        MergeFunction function = new CompleteMerge(new DeduplicateMergeFunction(true), Retractions.ACCEPTED);
        assertThat(merge(function, INSERT)).isSameAs(INSERT);
        assertThat(merge(function, DELETE)).isNull();
        assertThat(merge(function, DELETE, UPDATE_BEFORE)).isNull();
        assertThat(merge(function, INSERT, DELETE)).isSameAs(INSERT);
        assertThat(merge(function, INSERT, UPDATE, DELETE, UPDATE_BEFORE)).isSameAs(UPDATE);
    }

    @Test
    void aLoneRetractionThatNoMergeCouldApplyIsATombstone() {
        MergeFunction function =
                new CompleteMerge(new FirstRowMergeFunction(false), Retractions.refused("not possible"));
        assertThat(merge(function, DELETE)).isSameAs(DELETE);
    }
}
