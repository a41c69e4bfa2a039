package dev.varve.table.maintain;

import static java.util.Objects.requireNonNull;

import dev.varve.table.commit.OverwriteRequest;
import dev.varve.table.commit.Replaced;
import dev.varve.table.commit.TableCommit;
import dev.varve.table.error.CommitConflictException;
import dev.varve.table.row.BinaryRow;
import dev.varve.table.snapshot.CarriedProperties;
import dev.varve.table.snapshot.CommitResult;
import dev.varve.table.snapshot.Snapshot;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Takes partitions away, each as a whole, by OVERWRITE commits without new files. Their files stay until the snapshots before have
 * expired. Safe for use by several threads.
 */
public final class PartitionDrop {
    private final TableFiles table;

    public PartitionDrop(TableFiles table) {
        this.table = requireNonNull(table, "table is null");
    }

    /**
     * Drops all partitions that any of the specifications names.
     *
     * @return the snapshot; empty if there is no such partition
     */
    public Optional<Snapshot> drop(List<PartitionSpec> specs) {
        Predicate<BinaryRow> named = partition -> specs.stream().anyMatch(spec -> spec.matches(partition));
        Optional<Snapshot> latest = table.snapshots().latest();
        Set<BinaryRow> partitions =
                latest
                        .map(snapshot -> PartitionContents.of(snapshot, table.manifests(), named))
                        .orElse(List.of())
                        .stream()
                        .map(PartitionContent::partition)
                        .collect(Collectors.toSet());
        return partitions.isEmpty() ? Optional.empty() : commit(new Replaced.Partitions(partitions));
    }

    /**
     * Drops all rows.
     *
     * @return the snapshot; empty if there is none
     */
    public Optional<Snapshot> truncate() {
        return table.snapshots().latestId().isEmpty() ? Optional.empty() : commit(new Replaced.Everything());
    }

    Optional<Snapshot> commit(Replaced replaced) {
        var commit = new TableCommit(table.io(), table.layout(), table.env(), table.schema());
        CommitResult result = commit.overwrite(new OverwriteRequest(
                "varve-drop-" + table.env().newUuid(),
                Long.MAX_VALUE,
                replaced,
                List.of(),
                Map.of(),
                CarriedProperties.FORWARD));
        return result instanceof CommitResult.Committed committed
                ? Optional.of(committed.snapshots().get(0))
                : Optional.empty();
    }

    /** Drops partitions only if nobody has changed them since they were looked at. */
    Optional<Snapshot> commitUnchanged(List<PartitionContent> partitions) throws CommitConflictException {
        return commit(new Replaced.Files(
                partitions.stream().flatMap(content -> content.files().stream()).toList()));
    }
}
