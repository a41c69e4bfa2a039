package dev.varve.table.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.GenericArray;
import dev.varve.table.row.Timestamp;
import dev.varve.table.testing.PaimonValues;
import dev.varve.table.testing.RandomRows;
import dev.varve.table.testing.RandomTypes;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DataTypes;
import dev.varve.table.type.PrecisionType;
import dev.varve.table.type.TypeRoot;
import java.time.ZoneId;
import java.util.List;
import java.util.Random;
import java.util.TimeZone;
import org.apache.paimon.casting.CastExecutor;
import org.apache.paimon.casting.CastExecutors;
import org.apache.paimon.types.DataTypeCasts;
import org.junit.jupiter.api.Test;

/** Which casts there are and what they give is what Apache Paimon does, but for its slips. */
class CastsPaimonTest {
    private static final int ROUNDS = Integer.getInteger("cast.rounds", 30_000);
    private static final String[] TEXTS = {
        "1",
        "0",
        "-1",
        "+7",
        "127",
        "128",
        "-32769",
        "2147483648",
        "1.9",
        "-.5",
        ".",
        "",
        " ",
        "1e3",
        " 5",
        "5 ",
        "NaN",
        "-Infinity",
        "123456789012345678901234567890.12345",
        "0x1p3",
        "t",
        "TRUE",
        "yes",
        "n",
        "FALSE",
        "on",
        "2024-02-29",
        "2024-2-9",
        "2023-02-29",
        "2024-13-01",
        "0001-01-01",
        "2024-02-29 12:34:56",
        "2024-02-29T12:34:56",
        "2024-02-29 12:34:56.789012345",
        "2024-02-29 1:2:3",
        "2024-02-30 00:00:00",
        "1969-12-31 23:59:59.9999",
        "2024-02-29 24:00:00",
        "2024-02-29 12:34",
        "12:34:56",
        "12:34",
        "12:34:56.789",
        "1:2:3",
        "12:34:56.7",
        "19782",
        "1700000000000",
        "2024-02",
        "中文😀",
        "a\0b",
        "2024-01-31 23:59:60",
        "24:00",
        "12:34:56.",
        "2024-02-29 12:34:56."
    };

    @Test
    void theSameTypesAreConvertible() {
        for (int seed = 0; seed < 2000; seed++) {
            RandomTypes types = new RandomTypes(new Random(seed));
            DataType from = types.simple();
            DataType to = types.simple();
            var paimonFrom = PaimonValues.type(from);
            var paimonTo = PaimonValues.type(to);
            String claim = from + " to " + to;
            boolean equal = from.equals(to);
            boolean resolves = equal || CastExecutors.resolve(paimonFrom, paimonTo) != null;
            boolean implicit = equal || (resolves && DataTypeCasts.supportsCast(paimonFrom, paimonTo, false));
            boolean explicit = equal || (resolves && DataTypeCasts.supportsCast(paimonFrom, paimonTo, true));
            TypeChanges.Kind kind = TypeChanges.kind(from, to);
            assertThat(kind != TypeChanges.Kind.REFUSED).as(claim).isEqualTo(explicit);
            assertThat(kind == TypeChanges.Kind.NONE || kind == TypeChanges.Kind.IMPLICIT)
                    .as(claim)
                    .isEqualTo(implicit);
        }
    }

    @Test
    void valuesAreTheSameInUtc() {
        compare(ZoneId.of("UTC"), 0);
    }

    @Test
    void valuesAreTheSameInAnotherZone() {
        // Paimon takes the zone of the process.
        TimeZone before = TimeZone.getDefault();
        try {
            for (String zone : List.of("America/New_York", "Asia/Kolkata")) {
                TimeZone.setDefault(TimeZone.getTimeZone(zone));
                compare(ZoneId.of(zone), 1_000_000);
            }
        } finally {
            TimeZone.setDefault(before);
        }
    }

    private static void compare(ZoneId zone, int firstSeed) {
        int casts = 0;
        int errors = 0;
        for (int seed = firstSeed; seed < firstSeed + ROUNDS / 3; seed++) {
            var random = new Random(seed);
            var types = new RandomTypes(random);
            DataType from = types.simple();
            DataType to = types.simple();
            if (from.equals(to) || TypeChanges.kind(from, to) == TypeChanges.Kind.REFUSED) {
                continue;
            }
            Object value = from.root().isCharacter() && random.nextInt(4) > 0
                    ? BinaryString.of(TEXTS[random.nextInt(TEXTS.length)])
                    : new RandomRows(random).value(from);
            if (isSlip(from, to, value)) {
                continue;
            }
            Object ours = ours(from, to, value, zone);
            Object expected = paimons(from, to, value);
            String claim = "seed " + seed + " in " + zone + ": " + GenericArray.of(value) + " of " + from + " to " + to;
            assertThat(GenericArray.of(ours)).as(claim).isEqualTo(GenericArray.of(expected));
            casts++;
            errors += "error".equals(ours) ? 1 : 0;
        }
        assertThat(casts).isGreaterThan(ROUNDS / 20);
        assertThat(errors).isGreaterThan(ROUNDS / 400);
    }

    /** Where the right value is another one than Paimon's. */
    private static boolean isSlip(DataType from, DataType to, Object value) {
        boolean toDateOrTime = to.root() == TypeRoot.DATE || to.root() == TypeRoot.TIME;
        boolean toFewDigits = to instanceof PrecisionType precision && precision.precision() < 3;
        if (value instanceof Timestamp timestamp && (toDateOrTime || toFewDigits)) {
            // Before 1970 it rounds the other way; with some zones the local time is before it, too.
            return timestamp.millis() < 86_400_000L;
        }
        if (from.root().isInteger() && to.root().isTimestamp()) {
            long seconds = ((Number) value).longValue();
            return to.root() == TypeRoot.TIMESTAMP_LTZ
                    || Math.abs(seconds) > Long.MAX_VALUE / 1000
                    || seconds == Long.MIN_VALUE;
        }
        if (from.root().isCharacter() && toDateOrTime) {
            // A number with blanks is read as a year or an hour, one without as days or milliseconds.
            return value.toString().matches("\\s*[0-9]+\\s+|\\s+[0-9]+\\s*");
        }
        if (to instanceof PrecisionType precision
                && to.root() == TypeRoot.TIMESTAMP
                && from.root().isCharacter()) {
            // Plain numbers are units of the precision for every precision; before 1970 digits are cut the other way.
            return (precision.precision() % 3 != 0 && value.toString().matches("-?[0-9]+"))
                    || (toFewDigits && value.toString().startsWith("1969"));
        }
        // Bytes are not cut to a length in code points.
        return from.root().isBinary() && to.root().isCharacter() && !to.equals(DataTypes.STRING);
    }

    private static Object ours(DataType from, DataType to, Object value, ZoneId zone) {
        try {
            return Casts.between(from, to, zone).cast(value);
        } catch (InvalidInputException e) {
            return "error";
        }
    }

    @SuppressWarnings("unchecked")
    private static Object paimons(DataType from, DataType to, Object value) {
        var executor =
                (CastExecutor<Object, Object>) CastExecutors.resolve(PaimonValues.type(from), PaimonValues.type(to));
        Object result;
        try {
            result = executor.cast(PaimonValues.toPaimon(value, from));
        } catch (RuntimeException e) {
            return "error";
        }
        // Times that no day has are let through.
        boolean noTime = to.root() == TypeRoot.TIME && ((Integer) result < 0 || (Integer) result >= 86_400_000);
        if (result != null && to instanceof PrecisionType precision && to.root().isTimestamp()) {
            // Not all digits beyond the precision are cut off.
            return ((Timestamp) PaimonValues.fromPaimon(result, to)).truncate(precision.precision());
        }
        return noTime ? "error" : PaimonValues.fromPaimon(result, to);
    }
}
