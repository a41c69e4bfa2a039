package dev.varve.connect.ledger;

import dev.varve.table.snapshot.CommitKind;
import dev.varve.table.snapshot.Guard.SnapshotHistory;
import dev.varve.table.snapshot.Snapshot;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/** A chain of snapshots for tests, of which only properties and identity matter. */
final class Snapshots implements SnapshotHistory {
    private final TreeMap<Long, Snapshot> chain = new TreeMap<>();
    private OptionalLong earliest = OptionalLong.empty();

    Snapshots add(long id, String user, Map<String, String> properties) {
        chain.put(id, snapshot(id, user, properties));
        return this;
    }

    Snapshots expireBelow(long id) {
        chain.headMap(id, false).clear();
        return this;
    }

    /** Readers begin here. */
    Snapshots beginningAt(long id) {
        earliest = OptionalLong.of(id);
        return this;
    }

    @Override
    public OptionalLong earliestId() {
        return earliest;
    }

    Optional<Snapshot> latest() {
        return chain.isEmpty()
                ? Optional.empty()
                : Optional.of(chain.lastEntry().getValue());
    }

    @Override
    public Optional<Snapshot> find(long id) {
        return Optional.ofNullable(chain.get(id));
    }

    static Snapshot snapshot(long id, String user, Map<String, String> properties) {
        return new Snapshot(
                id,
                0,
                "base",
                OptionalLong.empty(),
                "delta",
                OptionalLong.empty(),
                Optional.empty(),
                OptionalLong.empty(),
                Optional.empty(),
                user,
                id,
                CommitKind.APPEND,
                1_000 + id,
                0,
                0,
                OptionalLong.empty(),
                OptionalLong.empty(),
                Optional.empty(),
                properties,
                OptionalLong.empty());
    }
}
