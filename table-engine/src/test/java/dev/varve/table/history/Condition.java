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
record Condition(String text, Function<SeenRow, Boolean> meaning) {
    boolean holds(SeenRow row) {
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
        return switch (random.nextInt(14)) {
            case 0 -> new Condition("id = " + a, row -> row.key().id() == a);
            case 1 ->
                new Condition(
                        "id BETWEEN " + a + " AND " + b,
                        row -> row.key().id() >= a && row.key().id() <= b);
            case 2 ->
                new Condition(
                        "id IN (" + a + ", " + b + ")",
                        row -> row.key().id() == a || row.key().id() == b);
            case 3 -> new Condition("id >= " + a, row -> row.key().id() >= a);
            case 4 -> new Condition("p = " + small % 3, row -> row.key().partition() == small % 3);
            case 5 -> new Condition("p <> 1", row -> row.key().partition() != 1);
            case 6 -> new Condition("v IS NOT NULL", row -> row.value(Column.V) != null);
            case 7 -> onText("v = 'v" + a + "'", text -> text.equals("v" + a));
            case 8 -> onText("v LIKE 'v" + small + "%'", text -> text.startsWith("v" + small));
            default -> onNumber(random);
        };
    }

    private static Condition onText(String text, Function<String, Boolean> meaning) {
        return new Condition(
                text, row -> row.value(Column.V) == null ? null : meaning.apply((String) row.value(Column.V)));
    }

    /** Sums may be negative and large. */
    private static Condition onNumber(Random random) {
        Column column = List.of(Column.N, Column.M, Column.S, Column.T).get(random.nextInt(4));
        int bound = random.nextInt(20) - 5;
        return switch (random.nextInt(4)) {
            case 0 -> new Condition(column.text() + " IS NULL", row -> row.value(column) == null);
            case 1 -> onNumber(column, column.text() + " < " + bound, number -> number < bound);
            case 2 -> onNumber(column, column.text() + " >= " + bound, number -> number >= bound);
            default -> onNumber(column, column.text() + " = " + bound, number -> number == bound);
        };
    }

    private static Condition onNumber(Column column, String text, Function<Integer, Boolean> meaning) {
        return new Condition(
                text, row -> row.value(column) == null ? null : meaning.apply((Integer) row.value(column)));
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
