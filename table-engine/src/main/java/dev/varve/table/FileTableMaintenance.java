package dev.varve.table;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.maintain.IdlePartitions;
import dev.varve.table.maintain.MaintenanceServices;
import dev.varve.table.maintain.OrphanRemoval;
import dev.varve.table.maintain.PartitionDrop;
import dev.varve.table.maintain.PartitionExpiration;
import dev.varve.table.maintain.PartitionSpec;
import dev.varve.table.maintain.Rescale;
import dev.varve.table.maintain.RetentionRules;
import dev.varve.table.maintain.Rollback;
import dev.varve.table.maintain.SnapshotExpiration;
import dev.varve.table.maintain.TableFiles;
import dev.varve.table.maintain.TableVerifier;
import dev.varve.table.maintain.TagCreation;
import dev.varve.table.maintain.TagRemoval;
import dev.varve.table.maintain.TimeExpiration;
import dev.varve.table.maintain.VerifyScope;
import dev.varve.table.manifest.BucketId;
import dev.varve.table.option.TableOptions;
import dev.varve.table.row.BinaryRow;
import dev.varve.table.schema.SchemaChange;
import dev.varve.table.snapshot.Snapshot;
import dev.varve.table.snapshot.Tag;
import dev.varve.table.write.TableWrite;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Hands each task of maintenance to the class that does it. Immutable. */
final class FileTableMaintenance implements TableMaintenance {
    /** Options of a writer that stores rows anew: it leaves compaction alone, and nothing of what it writes is a change. */
    private static final Map<String, String> REWRITING = Map.of("write-only", "true", "changelog-producer", "none");

    private final TableParts parts;
    private final MaintenanceServices services;

    FileTableMaintenance(TableParts parts) {
        this.parts = requireNonNull(parts, "parts is null");
        this.services = parts.maintenanceServices();
    }

    @Override
    public List<Tag> tags() {
        return services.tags().all();
    }

    @Override
    public Optional<Tag> findTag(String name) {
        return services.tags().find(name);
    }

    @Override
    public Tag createTag(String name, OptionalLong snapshotId, Optional<Duration> timeRetained) {
        Optional<Duration> retained = timeRetained.or(parts.options()::tagDefaultTimeRetained);
        return new TagCreation(services).create(name, snapshotId, retained);
    }

    @Override
    public boolean deleteTag(String name) {
        return new TagRemoval(services).delete(name);
    }

    @Override
    public Expiration expireSnapshots(Map<String, String> overrides) {
        TableOptions options = parts.options().with(overrides);
        options.requireConsistent();
        options.consumerExpirationTime().ifPresent(new TimeExpiration(services)::expireConsumers);
        SnapshotExpiration.Result result = new SnapshotExpiration(services, options).expire(RetentionRules.of(options));
        return new Expiration(result.first(), result.end(), result.files());
    }

    @Override
    public Snapshot rollbackToSnapshot(long id) {
        return new Rollback(services).toSnapshot(id);
    }

    @Override
    public Snapshot rollbackToTag(String name) {
        return new Rollback(services).toTag(name);
    }

    @Override
    public Orphans orphans(Duration olderThan, boolean delete, Consumer<OrphanFile> found) {
        int depth = parts.schema().partitionKeys().size();
        OrphanRemoval.Result result = new OrphanRemoval(services, depth)
                .run(
                        olderThan,
                        delete,
                        file -> found.accept(
                                new OrphanFile(file.location().value(), file.sizeBytes(), file.modifiedMillis())));
        return new Orphans(result.files(), result.bytes());
    }

    @Override
    public VerifyReport verify(VerifyRequest request) {
        return VerifyReport.of(
                new TableVerifier(files(), new VerifyScope(request.deep(), request.allSnapshots())).verify());
    }

    @Override
    public Optional<Snapshot> dropPartitions(List<Map<String, String>> partitions) {
        return new PartitionDrop(writable()).drop(specs(partitions));
    }

    @Override
    public Optional<Snapshot> truncate() {
        return new PartitionDrop(writable()).truncate();
    }

    @Override
    public List<String> expirePartitions() {
        return new PartitionExpiration(writable()).expire();
    }

    @Override
    public List<String> rescale(int buckets, List<Map<String, String>> partitions) {
        parts.schema().requireReadable();
        if (parts.options().bucket() < 1) {
            throw new InvalidInputException("table " + parts.root() + " has bucket="
                    + parts.options().bucket() + ", not a fixed number of buckets; only such tables are rescaled");
        }
        if (buckets < 1) {
            throw new InvalidInputException("a table cannot have " + buckets + " buckets; the number is 1 or more");
        }
        Predicate<BinaryRow> wanted = partitions.isEmpty() ? partition -> true : any(specs(partitions));
        TableParts rescaled = parts.withSchema(parts.schemas()
                .evolve(
                        List.of(new SchemaChange.SetOption("bucket", Integer.toString(buckets))),
                        parts.snapshots().latestId().isPresent()));
        rescaled.schema().requireWritable();
        return new Rescale(
                        new TableFiles(rescaled.maintenanceServices(), rescaled.schema(), rescaled::schema),
                        (schema, files) -> new TableWrite(rescaled.writeContext(
                                schema, rescaled.options().with(REWRITING), files, bucket -> false)))
                .run(wanted);
    }

    @Override
    public List<Snapshot> compact(CompactRequest request) {
        TableParts compacted = parts.withOptions(Map.of("write-only", "false"));
        compacted.schema().requireWritable();
        Predicate<BinaryRow> named =
                request.partitions().isEmpty() ? partition -> true : any(specs(request.partitions()));
        Predicate<BinaryRow> wanted = request.idle()
                .map(idle -> named.and(IdlePartitions.of(files(), idle)::contains))
                .orElse(named);
        Predicate<BucketId> buckets = bucket -> wanted.test(bucket.partition());
        String user = "varve-compact-" + parts.services().env().newUuid();
        try (FileTableWriter writer = FileTableWriter.compacting(compacted, user, buckets)) {
            return switch (request.strategy()) {
                case FULL -> writer.compactFully(buckets).stream().toList();
                case MINOR -> writer.compactWhatIsDue();
            };
        }
    }

    private static Predicate<BinaryRow> any(List<PartitionSpec> specs) {
        return partition -> specs.stream().anyMatch(spec -> spec.matches(partition));
    }

    private List<PartitionSpec> specs(List<Map<String, String>> partitions) {
        return partitions.stream()
                .map(values -> PartitionSpec.parse(
                        values, parts.schema(), parts.services().env().zone()))
                .toList();
    }

    private TableFiles writable() {
        parts.schema().requireWritable();
        return files();
    }

    private TableFiles files() {
        return new TableFiles(services, parts.schema(), parts::schema);
    }
}
