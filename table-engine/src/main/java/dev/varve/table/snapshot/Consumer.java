package dev.varve.table.snapshot;

import static java.util.Objects.requireNonNull;

/**
 * How far a named reader has come (format page snapshots, consumers). It has finished everything before {@code nextSnapshot}, so
 * snapshots from there on must not expire.
 *
 * @param nextSnapshot the id that it reads next
 * @param modifiedMillis when it last told, in epoch milliseconds; 0 if the store does not know
 */
public record Consumer(String id, long nextSnapshot, long modifiedMillis) {
    public Consumer {
        requireNonNull(id, "id is null");
    }
}
