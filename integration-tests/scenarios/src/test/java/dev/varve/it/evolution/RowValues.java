package dev.varve.it.evolution;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Random values of a column, as texts that PostgreSQL reads, from one seed. */
final class RowValues {
    private static final Pattern SIZED = Pattern.compile("(\\w+)\\((\\d+)(?:,(\\d+))?\\)");
    private static final String LETTERS = "abcdefghij klmno'\"\\,;äßλ語";
    private static final int NULLS_IN = 5;
    private static final int LONG_TEXT = 60;

    private final Random random;

    RowValues(Random random) {
        this.random = random;
    }

    /** A value for the column, or null if it may be. */
    String next(ColumnDefinition column) {
        if (!column.notNull() && random.nextInt(NULLS_IN) == 0) {
            return null;
        }
        Matcher sized = SIZED.matcher(column.type());
        if (sized.matches()) {
            int size = Integer.parseInt(sized.group(2));
            return sized.group(1).equals("varchar") ? text(size) : decimal(size, Integer.parseInt(sized.group(3)));
        }
        return switch (column.type()) {
            case "integer" -> Integer.toString(random.nextInt() / 4);
            case "bigint" -> Long.toString(random.nextLong() / 4);
            case "real" -> Float.toString(random.nextFloat() * 1_000);
            case "double precision" -> Double.toString(random.nextDouble() * 1_000);
            case "text" -> text(LONG_TEXT);
            default -> throw new IllegalArgumentException("no values of type " + column.type());
        };
    }

    /** A quarter of the range, as integers: tables that sum up must also hold differences of differences. */
    private String decimal(int precision, int scale) {
        BigInteger range = BigInteger.TEN.pow(precision).divide(BigInteger.valueOf(4));
        BigInteger unscaled = BigInteger.valueOf(random.nextLong()).mod(range);
        return new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), scale).toPlainString();
    }

    private String text(int most) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(most + 1); i > 0; i--) {
            text.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        return text.toString();
    }
}
