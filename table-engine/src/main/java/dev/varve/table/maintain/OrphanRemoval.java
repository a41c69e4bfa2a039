package dev.varve.table.maintain;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.fs.FileEntry;
import dev.varve.table.fs.Location;
import dev.varve.table.layout.TableLayout;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds and deletes files that nothing names (semantics, snapshots and maintenance, section 6): leftovers of failed commits, killed
 * writers, cut-off expirations, rolled-back snapshots. Snapshots that are no part of the table ({@link StraySnapshots}) go as well.
 *
 * <p>First everything is collected that a snapshot, tag or long-lived changelog of any branch names ({@link ReferencedFiles}); then
 * directories are listed one by one. A file that comes into being in between, or that belongs to a commit that is still under way,
 * is named by nothing yet: it is told apart by its age alone. So the age must be longer than the longest time between writing a
 * file and committing it. Files whose age the store does not know stay.
 *
 * <p>Safe for use by several threads.
 */
public final class OrphanRemoval {
    private static final Logger LOG = LoggerFactory.getLogger(OrphanRemoval.class);

    private final MaintenanceServices services;
    private final int partitionDepth;

    /** @param partitionDepth number of partition columns, and so of directories above a bucket */
    public OrphanRemoval(MaintenanceServices services, int partitionDepth) {
        this.services = requireNonNull(services, "services is null");
        this.partitionDepth = partitionDepth;
    }

    /** What was found. */
    public record Result(long files, long bytes) {}

    /**
     * Finds orphans.
     *
     * @param olderThan younger files stay
     * @param delete whether to delete what is found; else it is only told
     * @param found takes each orphan, before it is deleted
     * @throws InvalidInputException if the age is not positive
     * @throws dev.varve.table.error.CorruptTableException if something that names files cannot be read: nothing is deleted then
     */
    public Result run(Duration olderThan, boolean delete, Consumer<FileEntry> found) {
        if (olderThan.isNegative() || olderThan.isZero()) {
            throw new InvalidInputException("orphan files must be older than " + olderThan
                    + "; expected a positive time, longer than any commit takes");
        }
        long oldest = services.env().currentTimeMillis() - olderThan.toMillis();
        ReferencedFiles referenced = ReferencedFiles.collect(services, oldest);
        Search search = new Search(referenced, oldest, delete, found);
        TableLayout main = services.layout();
        for (TableLayout branch : referenced.branches()) {
            // A snapshot goes before what it names.
            search.foreign(
                    branch.snapshotDirectory(), name -> isSnapshotFile(name) && !referenced.isStray(branch, name));
        }
        search.flush();
        search.unnamed(main.manifestDirectory());
        search.unnamed(main.indexDirectory());
        search.unnamed(main.statisticsDirectory());
        for (TableLayout branch : referenced.branches()) {
            search.foreign(branch.changelogDirectory(), OrphanRemoval::isChangelogFile);
            for (Location directory :
                    List.of(branch.schemaDirectory(), branch.tagDirectory(), branch.consumerDirectory())) {
                search.foreign(directory, name -> !isTemporary(name));
            }
        }
        search.buckets(main.root(), partitionDepth);
        Result result = search.finish();
        LOG.info(
                "orphan files {}: table={} olderThan={} files={} bytes={}",
                delete ? "deleted" : "found",
                services.table(),
                olderThan,
                result.files(),
                result.bytes());
        return result;
    }

    private static boolean isSnapshotFile(String name) {
        return name.startsWith("snapshot-") || isHint(name);
    }

    private static boolean isChangelogFile(String name) {
        return name.startsWith("changelog-") || isHint(name);
    }

    private static boolean isHint(String name) {
        return name.equals("EARLIEST") || name.equals("LATEST");
    }

    /** As files are called before they get their final name. */
    private static boolean isTemporary(String name) {
        return name.startsWith(".") && name.endsWith(".tmp");
    }

    /** One walk over the table. Confined to one thread. */
    private final class Search {
        private final ReferencedFiles referenced;
        private final long oldest;
        private final boolean delete;
        private final Consumer<FileEntry> found;
        private final FileRemoval removal = new FileRemoval(services);
        private long files;
        private long bytes;

        Search(ReferencedFiles referenced, long oldest, boolean delete, Consumer<FileEntry> found) {
            this.referenced = referenced;
            this.oldest = oldest;
            this.delete = delete;
            this.found = found;
        }

        /** Files of a directory that nothing names. */
        void unnamed(Location directory) {
            foreign(directory, referenced::contains);
        }

        /** Files of a directory whose names are not wanted there. */
        void foreign(Location directory, Predicate<String> wanted) {
            for (FileEntry entry : services.io().list(directory)) {
                if (!entry.directory() && isOld(entry) && !wanted.test(entry.name())) {
                    orphan(entry);
                }
            }
        }

        private boolean isOld(FileEntry entry) {
            return entry.modifiedMillis() > 0 && entry.modifiedMillis() < oldest;
        }

        private void orphan(FileEntry entry) {
            files++;
            bytes += entry.sizeBytes();
            found.accept(entry);
            if (delete) {
                removal.delete(entry.location());
            }
        }

        /** Walks down the directories of partitions to those of buckets. */
        void buckets(Location directory, int depth) {
            for (FileEntry entry : services.io().list(directory)) {
                if (!entry.directory()) {
                    continue;
                }
                if (depth > 0 && entry.name().indexOf('=') > 0) {
                    buckets(entry.location(), depth - 1);
                } else if (depth == 0 && TableLayout.isBucketDirectory(entry.name())) {
                    unnamed(entry.location());
                    removal.flush();
                    if (delete && isOld(entry)) {
                        FilePlaces.removeIfEmpty(services, entry.location());
                    }
                }
            }
        }

        /** What was found until now is gone. */
        void flush() {
            removal.flush();
        }

        Result finish() {
            flush();
            return new Result(files, bytes);
        }
    }
}
