package dev.varve.table.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.predicate.Literal;
import dev.varve.table.testing.RandomRows;
import dev.varve.table.testing.RandomTypes;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DataTypes;
import dev.varve.table.type.TypeRoot;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BoundCastTest {
    private static final ZoneId ZONE = ZoneId.of("Europe/Berlin");
    private static final int SEEDS = Integer.getInteger("bounds.seeds", 4000);

    /** Three values between bounds, cast one by one as a reader does, lie between the bounds that are cast. */
    @Test
    void whatLayBetweenBoundsLiesBetweenThemAfterTheCast() {
        int casts = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            var random = new Random(seed);
            var types = new RandomTypes(random);
            var values = new RandomRows(random);
            DataType from = types.simple();
            DataType to = random.nextInt(3) == 0 ? types.simple() : from;
            to = to.root() == from.root() && random.nextBoolean() ? sameRoot(types, from) : to;
            Optional<BoundCast> cast = BoundCast.between(from, to, ZONE);
            if (cast.isEmpty()) {
                continue;
            }
            casts++;
            DataType source = from;
            DataType target = to;
            List<Literal> sorted = List.of(values.value(from), values.value(from), values.value(from)).stream()
                    .map(value -> Literal.of(source, value))
                    .sorted()
                    .toList();
            ValueCast read = Casts.between(from, to, ZONE);
            Optional<Literal> min = cast.get().cast(sorted.get(0).value()).map(value -> Literal.of(target, value));
            Optional<Literal> max = cast.get().cast(sorted.get(2).value()).map(value -> Literal.of(target, value));
            for (Literal literal : sorted) {
                Object value = read.cast(literal.value());
                String claim = "seed " + seed + ": " + from + " to " + to + " " + sorted;
                if (value == null) {
                    assertThat(cast.get().keepsNullCounts()).as(claim).isFalse();
                    continue;
                }
                Literal actual = Literal.of(target, value);
                assertThat(min.isEmpty() || min.get().compareTo(actual) <= 0)
                        .as(claim)
                        .isTrue();
                assertThat(max.isEmpty() || max.get().compareTo(actual) >= 0)
                        .as(claim)
                        .isTrue();
            }
        }
        assertThat(casts).isGreaterThan(SEEDS / 4);
    }

    private static DataType sameRoot(RandomTypes types, DataType type) {
        for (int i = 0; i < 200; i++) {
            DataType candidate = types.simple();
            if (candidate.root() == type.root() && type.root() != TypeRoot.TIME) {
                return candidate;
            }
        }
        return type;
    }

    @Test
    void castsThatMixUpTheOrderHaveNone() {
        assertThat(BoundCast.between(DataTypes.INT, DataTypes.STRING, ZONE)).isEmpty();
        assertThat(BoundCast.between(DataTypes.STRING, DataTypes.INT, ZONE)).isEmpty();
        assertThat(BoundCast.between(DataTypes.BIGINT, DataTypes.INT, ZONE))
                .as("wraps")
                .isEmpty();
        assertThat(BoundCast.between(DataTypes.STRING, DataTypes.charType(5), ZONE))
                .as("pads")
                .isEmpty();
        assertThat(BoundCast.between(DataTypes.timestamp(3), DataTypes.timestampLtz(3), ZONE))
                .as("an hour comes twice in autumn")
                .isEmpty();
        assertThat(BoundCast.between(DataTypes.array(DataTypes.INT), DataTypes.array(DataTypes.INT), ZONE))
                .isEmpty();
    }
}
