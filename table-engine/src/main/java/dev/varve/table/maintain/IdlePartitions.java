package dev.varve.table.maintain;

import dev.varve.table.row.BinaryRow;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Partitions to which nothing new has come. */
public final class IdlePartitions {
    private IdlePartitions() {}

    /** The partitions of the newest snapshot that got no file for so long. */
    public static Set<BinaryRow> of(TableFiles table, Duration idle) {
        // Files store local time as if it were UTC.
        long now = LocalDateTime.ofInstant(Instant.ofEpochMilli(table.env().currentTimeMillis()), table.zone())
                .toInstant(ZoneOffset.UTC)
                .toEpochMilli();
        Set<BinaryRow> partitions = new HashSet<>();
        table.snapshots()
                .latest()
                .map(snapshot -> PartitionContents.of(snapshot, table.manifests(), partition -> true))
                .orElse(List.of())
                .forEach(content -> {
                    if (now - content.newestFileMillis() >= idle.toMillis()) {
                        partitions.add(content.partition());
                    }
                });
        return partitions;
    }
}
