package dev.varve.table.predicate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.row.BinaryRow;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.ProjectedRow;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowComparator;
import dev.varve.table.row.RowSerializer;
import dev.varve.table.testing.RandomRows;
import dev.varve.table.testing.RandomTypes;
import dev.varve.table.type.RowType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Random predicates over random rows of random types; {@code -Dpredicate.seeds} says how many. */
class PredicatePropertyTest {
    private static final int SEEDS = Integer.getInteger("predicate.seeds", 1500);

    @Test
    void aPredicateIsTrueOfTheRowsOfWhichTheNaiveEvaluationIs() {
        forEachSeed((random, type, rows, predicates) -> {
            Predicate predicate = predicates.any(3);
            for (GenericRow row : rows) {
                BinaryRow binary = new RowSerializer(type).toBinary(row);
                boolean expected = naive(predicate, row, type);
                assertThat(predicate.test(row)).as("%s of %s", predicate, row).isEqualTo(expected);
                assertThat(predicate.test(binary))
                        .as("%s of %s", predicate, row)
                        .isEqualTo(expected);
            }
        });
    }

    @Test
    void boundsOfRowsOfWhichOneMatchesMayMatch() {
        int[] excluded = new int[1];
        forEachSeed((random, type, rows, predicates) -> {
            Predicate predicate = predicates.any(2);
            List<GenericRow> some = rows.subList(0, 1 + random.nextInt(4));
            boolean may = predicate.mayMatch(new ExactBounds(some, type, random), some.size());
            boolean matches = some.stream().anyMatch(predicate::test);
            assertThat(may || !matches).as("%s of %s", predicate, some).isTrue();
            excluded[0] += may ? 0 : 1;
        });
        assertThat(excluded[0]).as("of %s", SEEDS).isGreaterThan(SEEDS / 10);
    }

    @Test
    void aRemappedPredicateSaysTheSameOfProjectedRows() {
        forEachSeed((random, type, rows, predicates) -> {
            Predicate predicate = predicates.any(2);
            List<Integer> order =
                    new ArrayList<>(IntStream.range(0, type.arity()).boxed().toList());
            Collections.shuffle(order, random);
            int[] positions = new int[type.arity()];
            for (int i = 0; i < positions.length; i++) {
                positions[order.get(i)] = i;
            }
            Predicate remapped = predicate.remap(positions);
            var view = new ProjectedRow(order.stream().mapToInt(i -> i).toArray());
            for (GenericRow row : rows) {
                assertThat(remapped.test(view.over(row))).isEqualTo(predicate.test(row));
            }
        });
    }

    @Test
    void theConjunctsOnSomeColumnsAreTrueWhereTheWholeIs() {
        forEachSeed((random, type, rows, predicates) -> {
            Predicate predicate = Predicate.and(predicates.any(1), predicates.any(1), predicates.any(2));
            int wanted = random.nextInt(1 << type.arity());
            Predicate part = predicate.restrictTo(column -> (wanted >>> column & 1) == 1);
            assertThat(part.columns().stream().allMatch(column -> (wanted >>> column & 1) == 1))
                    .isTrue();
            for (GenericRow row : rows) {
                assertThat(part.test(row) || !predicate.test(row)).isTrue();
            }
        });
    }

    private interface Claim {
        void check(Random random, RowType type, List<GenericRow> rows, RandomPredicates predicates);
    }

    private static void forEachSeed(Claim claim) {
        for (int seed = 0; seed < SEEDS; seed++) {
            var random = new Random(seed);
            RowType type = new RandomTypes(random).row(1 + random.nextInt(5), 1);
            var values = new RandomRows(random);
            var rows = new ArrayList<GenericRow>();
            for (int i = 0; i < 8; i++) {
                rows.add(values.row(type));
            }
            try {
                claim.check(random, type, rows, new RandomPredicates(random, type, rows));
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + seed + ", " + type + ": " + e.getMessage(), e);
            }
        }
    }

    /** By the row room's comparator, one case at a time. */
    private static boolean naive(Predicate predicate, Row row, RowType type) {
        if (predicate instanceof And and) {
            return and.parts().stream().allMatch(part -> naive(part, row, type));
        } else if (predicate instanceof Or or) {
            return or.parts().stream().anyMatch(part -> naive(part, row, type));
        } else if (predicate instanceof Constant constant) {
            return constant == Constant.TRUE;
        } else if (predicate instanceof IsNull leaf) {
            return row.isNull(leaf.column());
        } else if (predicate instanceof IsNotNull leaf) {
            return !row.isNull(leaf.column());
        } else if (predicate instanceof StartsWith leaf) {
            return !row.isNull(leaf.column())
                    && row.stringAt(leaf.column())
                                    .toString()
                                    .startsWith(leaf.prefix().toString())
                            != leaf.negated();
        } else if (predicate instanceof In leaf) {
            return !row.isNull(leaf.column())
                    && leaf.literals().stream().anyMatch(literal -> compare(row, leaf.column(), literal, type) == 0)
                            != leaf.negated();
        }
        Comparison leaf = (Comparison) predicate;
        if (row.isNull(leaf.column())) {
            return false;
        }
        int order = compare(row, leaf.column(), leaf.literal(), type);
        return switch (leaf.operator()) {
            case EQ -> order == 0;
            case NE -> order != 0;
            case LT -> order < 0;
            case LE -> order <= 0;
            case GT -> order > 0;
            case GE -> order >= 0;
        };
    }

    private static int compare(Row row, int column, Literal literal, RowType type) {
        return RowComparator.of(List.of(type.type(column)))
                .compare(new ProjectedRow(column).over(row), GenericRow.of(literal.value()));
    }

    /** True bounds of rows, some of them hidden, some wider than need be. */
    private record ExactBounds(List<GenericRow> rows, RowType type, Random random) implements ColumnBounds {
        @Override
        public Optional<Object> min(int column) {
            return bound(column, -1);
        }

        @Override
        public Optional<Object> max(int column) {
            return bound(column, 1);
        }

        private Optional<Object> bound(int column, int sign) {
            if (type.type(column).root().isNested() || random.nextInt(5) == 0) {
                return Optional.empty();
            }
            Optional<Literal> exact = rows.stream()
                    .filter(row -> row.valueAt(column) != null)
                    .map(row -> Literal.of(type.type(column), row.valueAt(column)))
                    .max((left, right) -> sign * left.compareTo(right));
            if (sign < 0 && exact.isPresent() && exact.get().value() instanceof BinaryString text) {
                int points = text.codePoints(Integer.MAX_VALUE);
                return Optional.of(BinaryString.wrap(
                        text.array(), text.offset(), text.offsetOfCodePoint(random.nextInt(points + 1))));
            }
            return exact.map(Literal::value);
        }

        @Override
        public OptionalLong nullCount(int column) {
            return random.nextInt(4) == 0
                    ? OptionalLong.empty()
                    : OptionalLong.of(rows.stream()
                            .filter(row -> row.valueAt(column) == null)
                            .count());
        }
    }
}
