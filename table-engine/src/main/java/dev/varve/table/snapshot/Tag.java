package dev.varve.table.snapshot;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.InvalidInputException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.Optional;

/**
 * A named snapshot that stays readable after the snapshot itself has expired (format page snapshots, tags). Several tags may name
 * one snapshot. Immutable.
 *
 * @param snapshot what the snapshot was; its changelog may be gone
 * @param createTime when the tag was made, in the maker's local time; only known together with {@code timeRetained}
 * @param timeRetained how long after that the tag may be deleted; empty for a tag that stays until somebody deletes it
 */
public record Tag(String name, Snapshot snapshot, Optional<LocalDateTime> createTime, Optional<Duration> timeRetained) {
    public Tag {
        requireName(name);
        requireNonNull(snapshot, "snapshot is null");
        requireNonNull(createTime, "createTime is null");
        requireNonNull(timeRetained, "timeRetained is null");
    }

    /** Whether the tag's time is over. */
    public boolean isExpired(LocalDateTime now) {
        return createTime.isPresent()
                && timeRetained.isPresent()
                && createTime.get().plus(timeRetained.get()).isBefore(now);
    }

    /**
     * Checks that a tag can have this name.
     *
     * @throws InvalidInputException if it is blank, or cannot be a file name below the tag directory
     */
    public static void requireName(String name) {
        if (name.isBlank()) {
            throw new InvalidInputException("a tag's name must not be blank");
        }
        if (name.chars().anyMatch(c -> c == '/' || c == '\\' || c < ' ')) {
            throw new InvalidInputException(
                    "tag name '" + name + "' cannot be a file name: it must not contain slashes or control characters");
        }
    }
}
