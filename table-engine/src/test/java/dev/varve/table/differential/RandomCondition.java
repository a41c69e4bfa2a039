package dev.varve.table.differential;

import dev.varve.table.type.DataType;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;

/**
 * A condition on merged rows, as text for a scan and as a question to rows of the model. Files hold values that no merged row has,
 * so that skipping files by what they say of single versions would show.
 */
record RandomCondition(String text, Predicate<List<Object>> holds) {
    static RandomCondition of(TableCase table, Random random) {
        int position = random.nextInt(table.columns().size());
        String name = table.columns().get(position).name();
        DataType type = table.columns().get(position).type();
        boolean integer = switch (type.root()) {
            case TINYINT, SMALLINT, INT, BIGINT -> true;
            default -> false;
        };
        int bound = random.nextInt(9) - 3;
        return switch (random.nextInt(integer ? 5 : 2)) {
            case 0 -> new RandomCondition(name + " IS NULL", row -> row.get(position) == null);
            case 1 -> new RandomCondition(name + " IS NOT NULL", row -> row.get(position) != null);
            case 2 -> ofNumber(name + " > " + bound, position, number -> number > bound);
            case 3 -> ofNumber(name + " <= " + bound, position, number -> number <= bound);
            default -> ofNumber(name + " = " + bound, position, number -> number == bound);
        };
    }

    private static RandomCondition ofNumber(String text, int position, Predicate<Long> holds) {
        return new RandomCondition(
                text, row -> row.get(position) instanceof Number number && holds.test(number.longValue()));
    }
}
