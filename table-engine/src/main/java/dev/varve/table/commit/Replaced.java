package dev.varve.table.commit;

import static java.util.Objects.requireNonNull;

import dev.varve.table.manifest.ManifestEntry;
import dev.varve.table.row.BinaryRow;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What an overwrite takes away. Postponed rows (buckets below 0) always stay. */
public sealed interface Replaced {
    /** Whether the partition's rows are taken away. */
    boolean covers(BinaryRow partition);

    /** Everything that is in the table when the overwrite becomes visible. */
    record Everything() implements Replaced {
        @Override
        public boolean covers(BinaryRow partition) {
            return true;
        }
    }

    /** Everything that is in these partitions when the overwrite becomes visible, rows that others have just added included. */
    record Partitions(Set<BinaryRow> partitions) implements Replaced {
        public Partitions {
            partitions = Set.copyOf(partitions);
        }

        @Override
        public boolean covers(BinaryRow partition) {
            return partitions.contains(partition);
        }
    }

    /**
     * These files, which must be all files of their partitions: should anybody add others or replace some in the meantime, the
     * overwrite is a conflict. For whoever has read the rows and writes them anew.
     *
     * @param files as they were read: ADD entries
     */
    record Files(List<ManifestEntry> files) implements Replaced {
        public Files {
            files = List.copyOf(requireNonNull(files, "files is null"));
        }

        Set<BinaryRow> partitions() {
            return files.stream().map(entry -> entry.bucket().partition()).collect(Collectors.toSet());
        }

        @Override
        public boolean covers(BinaryRow partition) {
            return partitions().contains(partition);
        }
    }
}
