package dev.varve.table.commit;

import static java.util.Objects.requireNonNull;

import dev.varve.table.manifest.FileChanges;
import dev.varve.table.snapshot.Guard;
import java.util.Map;

/**
 * What shall become visible in one step.
 *
 * @param user which writing job this is
 * @param identifier increases with every commit of the user
 * @param changes durable files; empty changes make a snapshot only if {@code allowEmpty}
 * @param properties put on the snapshot
 * @param guard asked on every attempt
 * @param allowEmpty whether a commit without changes makes an (APPEND) snapshot
 */
public record CommitRequest(
        String user,
        long identifier,
        FileChanges changes,
        Map<String, String> properties,
        Guard guard,
        boolean allowEmpty) {
    public CommitRequest {
        requireNonNull(user, "user is null");
        requireNonNull(changes, "changes is null");
        requireNonNull(guard, "guard is null");
        properties = Map.copyOf(properties);
    }

    public static CommitRequest of(String user, long identifier, FileChanges changes) {
        return new CommitRequest(user, identifier, changes, Map.of(), Guard.NONE, false);
    }

    public CommitRequest withGuard(Guard newGuard) {
        return new CommitRequest(user, identifier, changes, properties, newGuard, allowEmpty);
    }

    public CommitRequest withProperties(Map<String, String> newProperties) {
        return new CommitRequest(user, identifier, changes, newProperties, guard, allowEmpty);
    }

    public CommitRequest withChanges(FileChanges newChanges) {
        return new CommitRequest(user, identifier, newChanges, properties, guard, allowEmpty);
    }

    public CommitRequest allowingEmpty() {
        return new CommitRequest(user, identifier, changes, properties, guard, true);
    }
}
