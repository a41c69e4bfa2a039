package dev.varve.table.maintain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.snapshot.CommitKind;
import dev.varve.table.snapshot.Snapshot;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExpirationPlanTest {
    /** Snapshot n was made at minute n; it is minute {@code now}. */
    @ParameterizedTest
    @CsvSource({
        // earliest, latest, min, max, minutes retained, limit, now -> end
        "1, 1, 1, 2147483647, 0, 50, 100, 1", // the newest stays
        "1, 20, 10, 2147483647, 0, 50, 100, 11", // ten stay
        "5, 20, 10, 2147483647, 0, 50, 100, 11",
        "12, 20, 10, 2147483647, 0, 50, 100, 12", // fewer than ten are there
        "1, 20, 1, 2147483647, 10, 50, 20, 10", // at minute 20 snapshot 10 is not older than ten minutes
        "1, 20, 1, 2147483647, 10, 50, 100, 20",
        "1, 20, 5, 2147483647, 10, 50, 100, 16",
        "1, 20, 1, 5, 1000, 50, 20, 16", // beyond five they go at any age
        "1, 20, 1, 5, 3, 50, 20, 17", // of the five the old ones go as well
        "1, 20, 5, 5, 0, 50, 100, 16",
        "1, 200, 10, 2147483647, 0, 50, 1000, 51", // fifty in one run
        "7, 200, 10, 20, 1000, 50, 200, 57",
        "1, 20, 10, 2147483647, 1000, 50, 20, 1" // all are young
    })
    void decidesByIdsAndTimes(
            long earliest, long latest, int min, int max, int minutes, int limit, long now, long end) {
        RetentionRules rules = new RetentionRules(min, max, Duration.ofMinutes(minutes), limit);
        ExpirationPlan plan =
                ExpirationPlan.of(earliest, latest, rules, millis(now), id -> OptionalLong.of(millis(id)));
        assertThat(plan).isEqualTo(new ExpirationPlan(earliest, end));
        assertThat(plan.isEmpty()).isEqualTo(end == earliest);
    }

    @Test
    void aMissingSnapshotDoesNotStopTheWalk() {
        RetentionRules rules = new RetentionRules(1, Integer.MAX_VALUE, Duration.ofMinutes(10), 50);
        ExpirationPlan plan = ExpirationPlan.of(
                1, 20, rules, millis(30), id -> id == 5 ? OptionalLong.empty() : OptionalLong.of(millis(id)));
        assertThat(plan.end()).isEqualTo(20);
    }

    @Test
    void whatIsStillNeededStays() {
        ExpirationPlan plan = new ExpirationPlan(5, 10);
        assertThat(plan.before(7)).isEqualTo(new ExpirationPlan(5, 7));
        assertThat(plan.before(10)).isSameAs(plan);
        assertThat(plan.before(3).isEmpty()).isTrue();
    }

    @Test
    void rulesThatContradictThemselvesAreRefused() {
        assertThatThrownBy(() -> new RetentionRules(0, 5, Duration.ZERO, 1)).isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> new RetentionRules(6, 5, Duration.ZERO, 1)).isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> new RetentionRules(1, 5, Duration.ZERO, 0)).isInstanceOf(InvalidInputException.class);
    }

    /** Snapshots 1 to 9; letters say which properties each has. */
    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                // properties of 1 to 9, end -> what must stay
                "a a a a a a a a a, 6, -", // the oldest that stays has it
                "a - - - - - - - -, 6, 1", // nobody else has it
                "- - a - - - - - -, 6, 3",
                "- - a - - - a - -, 6, 3", // for a rollback to 6
                "- - a - - a - - -, 6, -",
                "- - a - a - - - -, 6, 5",
                "a - b - - a - - -, 6, 3", // b is held, a is carried
                "a - b - - - - - a, 6, 1",
                "a b - - - - - - -, 6, 1",
                "x x x x - - - - -, 6, -" // not a property of that kind
            })
    void theSnapshotThatOthersHaveALastingPropertyFromStays(String properties, long end, Long expected) {
        String[] each = properties.split(" ");
        OptionalLong hold = LastingProperties.holdBack(
                new ExpirationPlan(1, end), id -> Optional.of(snapshot(id, each[(int) id - 1])));
        assertThat(hold).isEqualTo(expected == null ? OptionalLong.empty() : OptionalLong.of(expected));
    }

    private static Snapshot snapshot(long id, String property) {
        Map<String, String> properties = switch (property) {
            case "-" -> Map.of();
            case "x" -> Map.of("other.x", "1");
            default -> Map.of("varve.offsets." + property, "{}");
        };
        return snapshot(id, 0, OptionalLong.empty(), properties);
    }

    static Snapshot snapshot(long id, long timeMillis, OptionalLong watermark, Map<String, String> properties) {
        return new Snapshot(
                id,
                0,
                "base-" + id,
                OptionalLong.empty(),
                "delta-" + id,
                OptionalLong.empty(),
                Optional.empty(),
                OptionalLong.empty(),
                Optional.empty(),
                "u",
                id,
                CommitKind.APPEND,
                timeMillis,
                0,
                0,
                OptionalLong.empty(),
                watermark,
                Optional.empty(),
                properties,
                OptionalLong.of(0));
    }

    private static long millis(long minute) {
        return Duration.ofMinutes(minute).toMillis();
    }
}
