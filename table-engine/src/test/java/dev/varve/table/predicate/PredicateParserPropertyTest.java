package dev.varve.table.predicate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.testing.RandomTypes;
import dev.varve.table.type.DataField;
import dev.varve.table.type.RowType;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Random conditions, whole and damaged; {@code -Dpredicate.seeds} says how many. */
class PredicateParserPropertyTest {
    private static final int SEEDS = Integer.getInteger("predicate.seeds", 3000);
    private static final ZoneId ZONE = ZoneId.of("America/New_York");
    private static final List<String> NAMES =
            List.of("a", "Ab", "über", "with space", "select", "or", "`", "\"", "1st", "x");
    private static final String PIECES = " '`\"()=<>!,%_\\xX\0e.+-0159\t\n;中\ud83d";
    private static final List<String> WORDS = List.of(
            "AND",
            "OR",
            "NOT",
            "IN",
            "BETWEEN",
            "LIKE",
            "IS",
            "NULL",
            "TRUE",
            "FALSE",
            "DATE",
            "TIME",
            "TIMESTAMP",
            "a",
            "'2026-01-31'",
            "'a%'",
            "X'ff'",
            "1.5",
            "1e9999",
            "<>",
            "(",
            ")",
            "`Ab`");

    @Test
    void whatIsWrittenIsReadAgain() {
        for (int seed = 0; seed < SEEDS; seed++) {
            var random = new Random(seed);
            RowType type = named(new RandomTypes(random).row(1 + random.nextInt(6), 1), random);
            Predicate predicate = new RandomPredicates(random, type, List.of()).any(3);
            String text = new PredicateFormat(type).format(predicate);
            assertThat(new PredicateParser(type, ZONE).parse(text))
                    .as("seed %s: %s over %s", seed, text, type)
                    .isEqualTo(predicate);
        }
    }

    @Test
    void damagedConditionsAreReadOrRefusedAsTheUsersMistake() {
        int refused = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            var random = new Random(seed);
            RowType type = named(new RandomTypes(random).row(1 + random.nextInt(6), 1), random);
            Predicate predicate = new RandomPredicates(random, type, List.of()).any(2);
            String text = damage(new PredicateFormat(type).format(predicate), random);
            try {
                Predicate read = new PredicateParser(type, ZONE).parse(text);
                assertThat(read.columns().length()).isLessThanOrEqualTo(type.arity());
            } catch (InvalidInputException e) {
                assertThat(e).hasMessageStartingWith("condition, column ");
                refused++;
            } catch (RuntimeException | StackOverflowError e) {
                throw new AssertionError("seed " + seed + ": " + text, e);
            }
        }
        assertThat(refused).isBetween(SEEDS / 10, SEEDS - 1);
    }

    private static String damage(String text, Random random) {
        var damaged = new StringBuilder(random.nextInt(20) == 0 ? "" : text);
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            int at = random.nextInt(damaged.length() + 1);
            switch (random.nextInt(4)) {
                case 0 -> damaged.delete(at, Math.min(damaged.length(), at + 1 + random.nextInt(5)));
                case 1 -> damaged.insert(at, PIECES.charAt(random.nextInt(PIECES.length())));
                case 2 -> damaged.insert(at, " " + WORDS.get(random.nextInt(WORDS.size())) + " ");
                default -> {
                    if (at < damaged.length()) {
                        damaged.setCharAt(at, (char) random.nextInt(random.nextBoolean() ? 128 : 0x10000));
                    }
                }
            }
        }
        return damaged.toString();
    }

    private static RowType named(RowType type, Random random) {
        var names = new ArrayList<>(NAMES);
        var fields = new ArrayList<DataField>();
        for (DataField field : type.fields()) {
            fields.add(field.withName(names.remove(random.nextInt(names.size()))));
        }
        return RowType.of(fields);
    }
}
