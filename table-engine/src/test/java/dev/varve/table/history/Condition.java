package dev.varve.table.history;

import java.util.List;
import java.util.Random;
import java.util.function.Function;

/**
 * A condition as its text and as what it means, told twice over.
 *
 * @param text in the grammar of scans
 * @param meaning true, false, or null for unknown
 */
record Condition(String text, Function<Change, Boolean> meaning) {
    boolean holds(Change row) {
        return Boolean.TRUE.equals(meaning.apply(row));
    }

    static Condition random(Random random, int depth) {
        if (depth == 0 || random.nextInt(3) == 0) {
            return leaf(random);
        }
        Condition left = random(random, depth - 1);
        if (random.nextInt(4) == 0) {
            return new Condition("NOT (" + left.text + ")", row -> not(left.meaning.apply(row)));
        }
        Condition right = random(random, depth - 1);
        return random.nextBoolean()
                ? new Condition(
                        "(" + left.text + ") AND (" + right.text + ")",
                        row -> and(left.meaning.apply(row), right.meaning.apply(row)))
                : new Condition(
                        "(" + left.text + ") OR (" + right.text + ")",
                        row -> not(and(not(left.meaning.apply(row)), not(right.meaning.apply(row)))));
    }

    private static Condition leaf(Random random) {
        int a = random.nextInt(30);
        int b = a + random.nextInt(12);
        int small = random.nextInt(10);
        List<Condition> leaves = List.of(
                new Condition("id = " + a, row -> row.key().id() == a),
                new Condition(
                        "id BETWEEN " + a + " AND " + b,
                        row -> row.key().id() >= a && row.key().id() <= b),
                new Condition(
                        "id IN (" + a + ", " + b + ")",
                        row -> row.key().id() == a || row.key().id() == b),
                new Condition("id >= " + a, row -> row.key().id() >= a),
                new Condition("p = " + small % 3, row -> row.key().partition() == small % 3),
                new Condition("p <> 1", row -> row.key().partition() != 1),
                new Condition("n < " + small, row -> row.number() == null ? null : row.number() < small),
                new Condition("n IS NULL", row -> row.number() == null),
                new Condition("v IS NOT NULL", row -> row.text() != null),
                new Condition(
                        "v = 'v" + a + "'",
                        row -> row.text() == null ? null : row.text().equals("v" + a)),
                new Condition(
                        "v LIKE 'v" + small + "%'",
                        row -> row.text() == null ? null : row.text().startsWith("v" + small)));
        return leaves.get(random.nextInt(leaves.size()));
    }

    private static Boolean not(Boolean value) {
        return value == null ? null : !value;
    }

    private static Boolean and(Boolean left, Boolean right) {
        if (Boolean.FALSE.equals(left) || Boolean.FALSE.equals(right)) {
            return false;
        }
        return left == null || right == null ? null : Boolean.TRUE;
    }
}
