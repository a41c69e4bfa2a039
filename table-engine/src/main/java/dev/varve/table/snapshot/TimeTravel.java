package dev.varve.table.snapshot;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.Check;
import dev.varve.table.error.InvalidInputException;
import dev.varve.table.option.ReadStart;
import dev.varve.table.row.TemporalParser;
import java.time.ZoneId;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Predicate;

/**
 * Finds the version that a read wants (semantics, snapshots and maintenance, section 8). Snapshots are taken to be made in the
 * order of their times and watermarks, so that few are looked at. Safe for use by several threads.
 *
 * <p>What is asked for and is not there is an {@link InvalidInputException}; only the newest version of a table without snapshots
 * is empty.
 */
public final class TimeTravel {
    private static final String WATERMARK_PREFIX = "watermark-";

    private final SnapshotStore snapshots;
    private final TagStore tags;
    private final ZoneId zone;
    private final OptionalInt fullCompactionDeltaCommits;

    /**
     * @param zone in which times without one are meant
     * @param fullCompactionDeltaCommits how often the table is compacted fully, if that is fixed
     */
    public TimeTravel(SnapshotStore snapshots, TagStore tags, ZoneId zone, OptionalInt fullCompactionDeltaCommits) {
        this.snapshots = requireNonNull(snapshots, "snapshots is null");
        this.tags = requireNonNull(tags, "tags is null");
        this.zone = requireNonNull(zone, "zone is null");
        this.fullCompactionDeltaCommits = fullCompactionDeltaCommits;
    }

    /** The version to read; empty for a table without snapshots whose newest version is asked for. */
    public Optional<Snapshot> find(ReadStart start) {
        if (start instanceof ReadStart.Latest) {
            return snapshots.latest();
        } else if (start instanceof ReadStart.Compacted) {
            return compacted();
        } else if (start instanceof ReadStart.AtSnapshot at) {
            return Optional.of(byId(at.id()));
        } else if (start instanceof ReadStart.AtTag at) {
            return Optional.of(byTag(at.name()));
        } else if (start instanceof ReadStart.AtTime at) {
            return Optional.of(byTime(at.millis()));
        } else if (start instanceof ReadStart.AtLocalTime at) {
            return Optional.of(byTime(millis(at.text())));
        } else if (start instanceof ReadStart.AtWatermark at) {
            return Optional.of(byWatermark(at.watermark()));
        } else if (start instanceof ReadStart.AtVersion at) {
            return Optional.of(byVersion(at.text()));
        }
        throw Check.unreachable(start);
    }

    private Optional<Snapshot> compacted() {
        Optional<Snapshot> latest = snapshots.latest();
        if (latest.isEmpty()) {
            return latest;
        }
        Predicate<Snapshot> wanted = fullCompactionDeltaCommits.isPresent()
                ? snapshot -> snapshot.commitIdentifier() % fullCompactionDeltaCommits.getAsInt() == 0
                        || snapshot.commitIdentifier() == Long.MAX_VALUE
                : snapshot -> true;
        long earliest = snapshots.earliestId().orElse(latest.get().id());
        for (long id = latest.get().id(); id >= earliest; id--) {
            Optional<Snapshot> candidate = snapshots.find(id);
            if (candidate.isPresent() && candidate.get().kind() == CommitKind.COMPACT && wanted.test(candidate.get())) {
                return candidate;
            }
        }
        return latest;
    }

    private Snapshot byId(long id) {
        return (id < Snapshot.FIRST_ID ? Optional.<Snapshot>empty() : snapshots.find(id))
                .orElseThrow(() -> new InvalidInputException("The specified scan snapshotId " + id
                        + " is out of available snapshotId range " + range() + "."));
    }

    private String range() {
        OptionalLong earliest = snapshots.earliestId();
        OptionalLong latest = snapshots.latestId();
        return earliest.isPresent() && latest.isPresent()
                ? "[" + earliest.getAsLong() + ", " + latest.getAsLong() + "]"
                : "[], since the table has no snapshots";
    }

    private Snapshot byTag(String name) {
        return tags.find(name)
                .map(Tag::snapshot)
                .orElseThrow(() -> new InvalidInputException(
                        "Tag '" + name + "' doesn't exist. The table's tags are " + tags.names()));
    }

    private long millis(String text) {
        try {
            return TemporalParser.dateTime(text).in(zone).millis();
        } catch (InvalidInputException e) {
            throw new InvalidInputException(
                    "time '" + text + "' cannot be read: " + e.getMessage() + "; write it as 2026-01-31 12:34:56.789",
                    e);
        }
    }

    private Snapshot byTime(long millis) {
        Optional<Snapshot> found = newest(snapshot -> snapshot.timeMillis() <= millis);
        return found.orElseThrow(() -> new InvalidInputException(
                "There is currently no snapshot earlier than or equal to " + "timestamp [" + millis + "]" + oldest()));
    }

    private String oldest() {
        OptionalLong earliest = snapshots.earliestId();
        return (earliest.isPresent() ? snapshots.find(earliest.getAsLong()) : Optional.<Snapshot>empty())
                .map(snapshot ->
                        "; the oldest is snapshot " + snapshot.id() + " of timestamp [" + snapshot.timeMillis() + "]")
                .orElse(", since the table has no snapshots");
    }

    /** The newest snapshot of which a condition is true that is true of all snapshots before it. */
    private Optional<Snapshot> newest(Predicate<Snapshot> condition) {
        OptionalLong earliest = snapshots.earliestId();
        OptionalLong latest = snapshots.latestId();
        if (earliest.isEmpty() || latest.isEmpty()) {
            return Optional.empty();
        }
        Optional<Snapshot> best = Optional.empty();
        long low = earliest.getAsLong();
        long high = latest.getAsLong();
        while (low <= high) {
            long middle = low + (high - low) / 2;
            Optional<Snapshot> candidate = snapshots.find(middle);
            if (candidate.isEmpty() || condition.test(candidate.get())) {
                // One that is not there has expired meanwhile, and all before it.
                best = candidate.isPresent() ? candidate : best;
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return best;
    }

    /** The watermark of a snapshot is at least that of the one before it, once there is one. */
    private Snapshot byWatermark(long watermark) {
        Optional<Snapshot> before = newest(snapshot -> snapshot.watermark().orElse(Long.MIN_VALUE) < watermark);
        Optional<Snapshot> found;
        if (before.isPresent()) {
            found = snapshots.find(before.get().id() + 1);
        } else {
            OptionalLong earliest = snapshots.earliestId();
            found = earliest.isPresent() ? snapshots.find(earliest.getAsLong()) : Optional.empty();
        }
        return found.orElseThrow(() -> new InvalidInputException(
                "There is currently no snapshot later than or equal to watermark[" + watermark + "]"));
    }

    private Snapshot byVersion(String text) {
        boolean canBeTag = !text.isBlank() && text.chars().noneMatch(c -> c == '/' || c == '\\' || c < ' ');
        Optional<Tag> tag = canBeTag ? tags.find(text) : Optional.empty();
        if (tag.isPresent()) {
            return tag.get().snapshot();
        }
        Optional<Long> watermark = text.startsWith(WATERMARK_PREFIX)
                ? number(text.substring(WATERMARK_PREFIX.length()))
                : Optional.empty();
        if (watermark.isPresent()) {
            return byWatermark(watermark.get());
        }
        return byId(number(text)
                .orElseThrow(() -> new InvalidInputException("Cannot find a time travel version for " + text
                        + ": it is no tag (" + tags.names() + "), not watermark-<number>, and no snapshot id")));
    }

    private static Optional<Long> number(String text) {
        try {
            return Optional.of(Long.valueOf(text));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
