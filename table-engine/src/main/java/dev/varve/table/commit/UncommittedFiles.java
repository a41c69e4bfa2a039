package dev.varve.table.commit;

import static java.util.Objects.requireNonNull;

import dev.varve.table.fs.CleanUp;
import dev.varve.table.fs.FileIO;
import dev.varve.table.fs.Location;
import dev.varve.table.layout.PartitionPath;
import dev.varve.table.layout.TableLayout;
import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.manifest.FileChanges;
import dev.varve.table.manifest.IndexManifestEntry;
import dev.varve.table.manifest.VectorChange;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Removes data, changelog and index files that no snapshot names and never will. Safe for use by several threads. */
final class UncommittedFiles {
    private static final Logger LOG = LoggerFactory.getLogger(UncommittedFiles.class);

    private final FileIO io;
    private final TableLayout layout;
    private final PartitionPath partitionPath;
    private final UnresolvedCommits unresolved;

    UncommittedFiles(FileIO io, TableLayout layout, PartitionPath partitionPath, UnresolvedCommits unresolved) {
        this.io = requireNonNull(io, "io is null");
        this.layout = requireNonNull(layout, "layout is null");
        this.partitionPath = requireNonNull(partitionPath, "partitionPath is null");
        this.unresolved = requireNonNull(unresolved, "unresolved is null");
    }

    /** Removes all new files, as well as the store allows. */
    void delete(FileChanges changes) {
        var cleanUp = new CleanUp(io);
        for (FileChanges.Append append : changes.appends()) {
            delete(append.bucket(), append.files(), cleanUp);
            delete(append.bucket(), append.changelog(), cleanUp);
        }
        deleteOutputs(changes.compactions(), cleanUp);
    }

    /** Removes what compactions wrote, but not a file that only was to change its level. */
    void deleteOutputs(List<FileChanges.Compaction> compactions) {
        deleteOutputs(compactions, new CleanUp(io));
    }

    private void deleteOutputs(List<FileChanges.Compaction> compactions, CleanUp cleanUp) {
        for (FileChanges.Compaction compaction : compactions) {
            Set<String> inputs =
                    compaction.before().stream().map(DataFileMeta::name).collect(Collectors.toSet());
            delete(
                    compaction.bucket(),
                    compaction.after().stream()
                            .filter(file -> !inputs.contains(file.name()))
                            .toList(),
                    cleanUp);
            delete(compaction.bucket(), compaction.changelog(), cleanUp);
            compaction
                    .vectors()
                    .flatMap(VectorChange::written)
                    .map(IndexManifestEntry::name)
                    .filter(this::isCertainlyUnreferenced)
                    .ifPresent(name -> cleanUp.delete(layout.indexFile(name)));
        }
    }

    private void delete(BucketId bucket, List<DataFileMeta> files, CleanUp cleanUp) {
        if (files.isEmpty()) {
            return;
        }
        Location directory = layout.bucketDirectory(partitionPath.of(bucket.partition()), bucket.bucket());
        for (DataFileMeta file : files) {
            if (isCertainlyUnreferenced(file.name())) {
                file.extraFiles().forEach(name -> cleanUp.delete(directory.child(name)));
                cleanUp.delete(file.externalPath().map(Location::of).orElseGet(() -> directory.child(file.name())));
            }
        }
    }

    private boolean isCertainlyUnreferenced(String name) {
        if (unresolved.mayHold(name)) {
            LOG.info("a file stays, its commit may have happened: name={}", name);
            return false;
        }
        return true;
    }
}
