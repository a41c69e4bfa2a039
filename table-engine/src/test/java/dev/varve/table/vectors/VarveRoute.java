package dev.varve.table.vectors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.error.UnsupportedFormatException;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.GenericRow;
import dev.varve.table.testing.MemoryFileIO;
import dev.varve.table.type.DataField;
import dev.varve.table.vectors.VectorCase.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Ways in which a history reaches the files of a table. All end with a full compaction, which must not change what is read. */
enum VarveRoute {
    /** Commits and compactions as the vector has them. */
    AS_GIVEN {
        @Override
        boolean appliesTo(VectorTable vectors) {
            return vectors.hasSteps();
        }

        @Override
        void write(VectorTable vectors, VarveTable table) {
            for (Step step : vectors.steps()) {
                if (step.isCompaction()) {
                    table.compactFully();
                } else {
                    table.commit(step.rows());
                }
            }
        }
    },
    /** All rows in one buffer. */
    ONE_COMMIT {
        @Override
        void write(VectorTable vectors, VarveTable table) {
            table.commit(vectors.inOneCommit().rows());
        }
    },
    /** Each row in a file of its own. */
    COMMIT_EACH {
        @Override
        void write(VectorTable vectors, VarveTable table) {
            vectors.inCommitsOfOne().forEach(step -> table.commit(step.rows()));
        }
    },
    /** Each row in a file of its own, those compacted above a large run of other keys as soon as there are two. */
    PARTIAL_COMPACTIONS {
        @Override
        Map<String, String> options() {
            return Map.of("num-sorted-run.compaction-trigger", "2", "num-levels", "5");
        }

        @Override
        void write(VectorTable vectors, VarveTable table) {
            table.commit(filling(vectors));
            table.compactFully();
            for (Step step : vectors.inCommitsOfOne()) {
                table.commit(step.rows());
                table.compactWhatIsDue();
            }
        }
    },
    /** Each row in a commit of its own, followed by a full compaction. */
    FULL_COMPACTIONS {
        @Override
        void write(VectorTable vectors, VarveTable table) {
            for (Step step : vectors.inCommitsOfOne()) {
                table.commit(step.rows());
                table.compactFully();
            }
        }
    };

    private static final int FILLING_ROWS = 1_000;

    Map<String, String> options() {
        return Map.of();
    }

    /** Whether this is another way than the next ones. */
    boolean appliesTo(VectorTable vectors) {
        return true;
    }

    /** Writes the vectors' rows, compacting on the way. */
    abstract void write(VectorTable vectors, VarveTable table);

    Map<VectorCase, Outcome> of(VectorTable vectors) {
        try {
            VarveTable table = VarveTable.create(vectors, new MemoryFileIO(), options());
            write(vectors, table);
            Map<VectorCase, Outcome> outcomes = table.readInEveryWay();
            table.compactFully();
            assertThat(table.read()).as("after a full compaction").isEqualTo(outcomes);
            return outcomes;
        } catch (InvalidInputException | UnsupportedFormatException | AssertionError e) {
            return vectors.vectors().stream().collect(Collectors.toMap(vector -> vector, vector -> Outcome.failed(e)));
        }
    }

    /** Rows of other keys that make a file much larger than those of a vector. */
    private static List<GenericRow> filling(VectorTable vectors) {
        var random = new Random(1);
        List<GenericRow> rows = new ArrayList<>();
        for (int i = 0; i < FILLING_ROWS; i++) {
            rows.add(GenericRow.of(IntStream.range(0, vectors.type().arity())
                    .mapToObj(column -> filling(vectors, column, random))
                    .toArray()));
        }
        return rows;
    }

    private static Object filling(VectorTable vectors, int column, Random random) {
        DataField field = vectors.spec().fields().get(column);
        if (field.name().equals(vectors.spec().options().get("rowkind.field"))) {
            return BinaryString.of("+I");
        } else if (!vectors.spec().primaryKeys().contains(field.name())) {
            return null;
        }
        int number = 1_000_000 + random.nextInt(1_000_000_000);
        return field.type().root().isCharacter() ? BinaryString.of("filling-" + number) : (Object) number;
    }
}
