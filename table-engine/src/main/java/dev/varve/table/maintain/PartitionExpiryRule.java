package dev.varve.table.maintain;

import static java.util.Objects.requireNonNull;

import dev.varve.table.option.TableOptions;
import dev.varve.table.type.RowType;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Optional;

/** Which partitions are too old (semantics, snapshots and maintenance, section 5). Pure: the time is given. */
final class PartitionExpiryRule {
    private final Duration age;
    private final Clock clock;

    /** The time from which a partition's age counts. */
    private interface Clock {
        Optional<LocalDateTime> of(PartitionContent partition);
    }

    private PartitionExpiryRule(Duration age, Clock clock) {
        this.age = requireNonNull(age, "age is null");
        this.clock = requireNonNull(clock, "clock is null");
    }

    /**
     * The rule that options ask for.
     *
     * @param age partitions that are older go
     */
    static PartitionExpiryRule of(Duration age, RowType partitionType, TableOptions options) {
        return switch (options.partitionExpirationStrategy()) {
            case VALUES_TIME -> {
                PartitionTime times = PartitionTime.of(partitionType, options);
                yield new PartitionExpiryRule(age, content -> times.of(content.partition()));
            }
            case UPDATE_TIME ->
                new PartitionExpiryRule(age, content -> Optional.of(localTime(content.newestFileMillis())));
        };
    }

    /** Files store local time as if it were UTC. */
    private static LocalDateTime localTime(long millis) {
        return LocalDateTime.ofInstant(Instant.ofEpochMilli(millis), ZoneOffset.UTC);
    }

    /** What becomes of a partition. */
    enum Fate {
        STAYS,
        GOES,
        /** Its values are no time, so nobody can tell how old it is: it stays. */
        TIMELESS
    }

    Fate of(PartitionContent partition, LocalDateTime now) {
        Optional<LocalDateTime> time = clock.of(partition);
        if (time.isEmpty()) {
            return Fate.TIMELESS;
        }
        return now.minus(age).isAfter(time.get()) ? Fate.GOES : Fate.STAYS;
    }
}
