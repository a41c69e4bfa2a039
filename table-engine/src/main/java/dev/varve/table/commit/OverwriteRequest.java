package dev.varve.table.commit;

import static java.util.Objects.requireNonNull;

import dev.varve.table.manifest.FileChanges;
import dev.varve.table.snapshot.Guard;
import java.util.List;
import java.util.Map;

/**
 * Rows that shall disappear and others that come in their place, in one step.
 *
 * @param user which job this is; a name that no other commit has
 * @param identifier increases with every commit of the user
 * @param replaced what disappears
 * @param appends durable files that come, without changelog: an overwrite tells no changes
 * @param properties put on the snapshot
 * @param guard asked on every attempt
 */
public record OverwriteRequest(
        String user,
        long identifier,
        Replaced replaced,
        List<FileChanges.Append> appends,
        Map<String, String> properties,
        Guard guard) {
    public OverwriteRequest {
        requireNonNull(user, "user is null");
        requireNonNull(replaced, "replaced is null");
        requireNonNull(guard, "guard is null");
        appends = List.copyOf(appends);
        properties = Map.copyOf(properties);
    }

    /** The new files, as changes to give up. */
    FileChanges additions() {
        return new FileChanges(appends, List.of());
    }
}
