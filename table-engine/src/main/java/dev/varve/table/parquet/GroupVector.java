package dev.varve.table.parquet;

import dev.varve.table.row.Row;
import dev.varve.table.row.RowArray;
import dev.varve.table.row.RowMap;

/**
 * The values of a ROW, list or map, derived from the levels of one column below it.
 *
 * <p>An entry of that column begins a slot here if it does not continue a list further inside, and if no list or map above is
 * null or empty. The slot is null if the entry's definition level is below {@code presentDefinition}.
 */
abstract class GroupVector extends ColumnVector {
    final LeafReader levels;

    /** Lists and maps above. */
    final int repetition;

    /** Entries below this level have no slot. */
    final int slotDefinition;

    /** Level from which on the value is present. */
    final int presentDefinition;

    boolean[] nulls = new boolean[0];
    int size;

    private GroupVector(LeafReader levels, Place place) {
        this.levels = levels;
        this.repetition = place.repetition();
        this.slotDefinition = place.slotDefinition();
        this.presentDefinition = place.presentDefinition();
        levels.keepLevels();
    }

    /** Where a group stands: see the fields of {@link GroupVector}. */
    record Place(int repetition, int slotDefinition, int presentDefinition) {}

    @Override
    final int size() {
        return size;
    }

    @Override
    final boolean isNull(int slot) {
        return nulls[slot];
    }

    static void requireSize(ColumnVector child, int expected) {
        if (child.size() < expected || (child.size() > expected && !(child instanceof Missing))) {
            throw new IllegalStateException(
                    "columns of one group disagree: " + child.size() + " values where " + expected + " are expected");
        }
    }

    /** ROW: one slot of each field for each slot here. */
    static final class Rows extends GroupVector {
        private final ColumnVector[] fields;

        Rows(LeafReader levels, Place place, ColumnVector[] fields) {
            super(levels, place);
            this.fields = fields;
        }

        @Override
        void assemble() {
            int[] repetitions = levels.repetitions();
            int[] definitions = levels.definitions();
            if (nulls.length < levels.entries()) {
                nulls = new boolean[grownLength(nulls.length, levels.entries())];
            }
            size = 0;
            for (int i = 0; i < levels.entries(); i++) {
                if (definitions[i] >= slotDefinition && repetitions[i] <= repetition) {
                    nulls[size++] = definitions[i] < presentDefinition;
                }
            }
            for (ColumnVector field : fields) {
                field.assemble();
                requireSize(field, size);
            }
        }

        @Override
        Row rowAt(int slot) {
            return new VectorRow(fields).moveTo(slot);
        }
    }

    /** Lists and maps: a run of elements for each slot. */
    private abstract static class Runs extends GroupVector {
        /** Element where each slot begins, and at last where the elements end. */
        int[] starts = new int[1];

        Runs(LeafReader levels, Place place) {
            super(levels, place);
        }

        /** Finds the runs and returns the number of elements. */
        final int findRuns() {
            int[] repetitions = levels.repetitions();
            int[] definitions = levels.definitions();
            if (nulls.length < levels.entries()) {
                int length = grownLength(nulls.length, levels.entries());
                nulls = new boolean[length];
                starts = new int[length + 1];
            }
            size = 0;
            int elements = 0;
            for (int i = 0; i < levels.entries(); i++) {
                if (definitions[i] < slotDefinition) {
                    continue;
                }
                if (repetitions[i] <= repetition) {
                    nulls[size] = definitions[i] < presentDefinition;
                    starts[size++] = elements;
                }
                if (definitions[i] > presentDefinition && repetitions[i] <= repetition + 1) {
                    elements++;
                }
            }
            starts[size] = elements;
            return elements;
        }

        final RowArray run(ColumnVector elements, int slot) {
            return new VectorArray(elements, starts[slot], starts[slot + 1] - starts[slot]);
        }
    }

    static final class Lists extends Runs {
        private final ColumnVector element;

        Lists(LeafReader levels, Place place, ColumnVector element) {
            super(levels, place);
            this.element = element;
        }

        @Override
        void assemble() {
            int elements = findRuns();
            element.assemble();
            requireSize(element, elements);
        }

        @Override
        RowArray arrayAt(int slot) {
            return run(element, slot);
        }
    }

    /** MAP and MULTISET. */
    static final class Maps extends Runs {
        private final ColumnVector key;
        private final ColumnVector value;

        Maps(LeafReader levels, Place place, ColumnVector key, ColumnVector value) {
            super(levels, place);
            this.key = key;
            this.value = value;
        }

        @Override
        void assemble() {
            int elements = findRuns();
            key.assemble();
            value.assemble();
            requireSize(key, elements);
            requireSize(value, elements);
        }

        @Override
        RowMap mapAt(int slot) {
            return new VectorMap(run(key, slot), run(value, slot));
        }
    }

    private record VectorMap(RowArray keys, RowArray values) implements RowMap {
        @Override
        public int size() {
            return keys.size();
        }
    }
}
