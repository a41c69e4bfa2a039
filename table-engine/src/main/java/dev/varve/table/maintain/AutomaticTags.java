package dev.varve.table.maintain;

import static java.util.Objects.requireNonNull;

import dev.varve.table.option.TableOptions;
import dev.varve.table.option.TagCreationMode;
import dev.varve.table.snapshot.Snapshot;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which tags the snapshots of a table are due (semantics, snapshots and maintenance, section 4). Pure: the newest automatic tag and
 * the snapshots after it decide alone.
 *
 * <p>A snapshot that is made when a period is over (and the delay after it) stands for that period, since everything it holds came
 * before the snapshot was made. If whole periods passed without one, the next snapshot stands for the newest of them; with
 * completion, for the oldest one, and the snapshots after it for the others.
 *
 * @param zone in which times fall into periods
 * @param delay after the end of a period
 * @param completion whether each period gets a tag
 */
record AutomaticTags(TagPeriod period, TagCreationMode mode, ZoneId zone, Duration delay, boolean completion) {
    AutomaticTags {
        requireNonNull(period, "period is null");
        requireNonNull(mode, "mode is null");
    }

    static AutomaticTags of(TableOptions options, ZoneId processZone) {
        TagCreationMode mode = options.tagAutomaticCreation();
        return new AutomaticTags(
                TagPeriod.of(options),
                mode,
                mode == TagCreationMode.WATERMARK
                        ? options.watermarkTimeZone()
                        : options.processTimeZone().orElse(processZone),
                options.tagCreationDelay(),
                options.tagAutomaticCompletion());
    }

    /** A tag to create. */
    record Due(String name, Snapshot snapshot) {}

    /**
     * @param newest name of the newest automatic tag, empty if there is none
     * @param snapshots after that tag's, oldest first
     */
    List<Due> due(Optional<String> newest, List<Snapshot> snapshots) {
        List<Due> due = new ArrayList<>();
        Optional<LocalDateTime> next = newest.flatMap(period::parse).map(period::next);
        for (Snapshot snapshot : snapshots) {
            Optional<LocalDateTime> time = timeOf(snapshot);
            if (time.isEmpty() || (next.isPresent() && time.get().minus(delay).isBefore(period.next(next.get())))) {
                continue;
            }
            LocalDateTime begin = completion && next.isPresent() ? next.get() : period.lastComplete(time.get());
            due.add(new Due(period.nameOf(begin), snapshot));
            next = Optional.of(period.next(begin));
        }
        return due;
    }

    private Optional<LocalDateTime> timeOf(Snapshot snapshot) {
        return switch (mode) {
            case PROCESS_TIME -> Optional.of(local(snapshot.timeMillis()));
            case WATERMARK ->
                snapshot.watermark().isPresent() && snapshot.watermark().getAsLong() >= 0
                        ? Optional.of(local(snapshot.watermark().getAsLong()))
                        : Optional.empty();
            case NONE, BATCH -> Optional.empty();
        };
    }

    private LocalDateTime local(long epochMillis) {
        return LocalDateTime.ofInstant(Instant.ofEpochMilli(epochMillis), zone);
    }
}
