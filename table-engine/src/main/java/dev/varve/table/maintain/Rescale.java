package dev.varve.table.maintain;

import static java.util.Objects.requireNonNull;

import dev.varve.table.commit.OverwriteRequest;
import dev.varve.table.commit.Replaced;
import dev.varve.table.commit.TableCommit;
import dev.varve.table.datafile.DataFileReaders;
import dev.varve.table.datafile.KeyValueLayout;
import dev.varve.table.error.CommitOutcomeUnknownException;
import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.BucketVectors;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.manifest.FileChanges;
import dev.varve.table.manifest.ManifestEntry;
import dev.varve.table.merge.KeyValueReader;
import dev.varve.table.merge.MergeRules;
import dev.varve.table.option.TableOptions;
import dev.varve.table.row.BinaryRow;
import dev.varve.table.row.RowKind;
import dev.varve.table.row.RowSerializer;
import dev.varve.table.scan.Split;
import dev.varve.table.scan.SplitReaders;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.snapshot.CarriedProperties;
import dev.varve.table.snapshot.CommitResult;
import dev.varve.table.type.DataField;
import dev.varve.table.write.BucketFiles;
import dev.varve.table.write.TableWrite;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Distributes the rows of partitions over another number of buckets (semantics, buckets, section 6): the merged rows of a partition
 * are read bucket by bucket, written anew, and exchanged by one OVERWRITE commit a partition.
 *
 * <p>Beside a writer it is safe, but may be in vain: should anybody add or replace files of the partition in the meantime, the
 * commit is a conflict, the table stays as it was, and what was written is deleted. Partitions that are done stay done, and are
 * passed over by the next run. Rows get new sequence numbers from 0 on; a retraction that hides nothing any more is gone. Confined to
 * one thread.
 */
public final class Rescale {
    private static final Logger LOG = LoggerFactory.getLogger(Rescale.class);

    private final TableFiles table;
    private final TableOptions options;
    private final Writers writers;
    private final KeyValueLayout layout;

    /** Opens writers that neither compact nor look at what the table has. */
    @FunctionalInterface
    public interface Writers {
        TableWrite open(TableSchema schema, BucketFiles files);
    }

    /** @param table whose schema has the new number of buckets */
    public Rescale(TableFiles table, Writers writers) {
        this.table = requireNonNull(table, "table is null");
        this.writers = requireNonNull(writers, "writers is null");
        this.options = table.schema().tableOptions();
        this.layout = KeyValueLayout.of(table.schema().rowType(), table.schema().trimmedPrimaryKeys());
    }

    /**
     * Rescales the partitions that have another number of buckets.
     *
     * @param wanted which partitions
     * @return paths of those that were rescaled; the empty path for a table without partitions
     * @throws dev.varve.table.error.CommitConflictException if another writer has changed a partition meanwhile; those before it are
     *     rescaled
     */
    public List<String> run(Predicate<BinaryRow> wanted) {
        List<String> rescaled = new ArrayList<>();
        List<PartitionContent> contents = table.snapshots()
                .latest()
                .map(snapshot -> PartitionContents.of(snapshot, table.manifests(), wanted))
                .orElse(List.of());
        for (PartitionContent content : contents) {
            if (content.files().stream().anyMatch(file -> file.totalBuckets() != options.bucket())) {
                rescale(content);
                rescaled.add(table.paths().path(content.partition()));
            }
        }
        return rescaled;
    }

    private void rescale(PartitionContent content) {
        long start = table.env().nanoTime();
        try (TableWrite write = writers.open(withoutDefaults(table.schema()), new NoFiles())) {
            long rows = rewrite(content, write);
            List<FileChanges.Append> appends =
                    write.prepare().appends().stream().map(this::onHighestLevel).toList();
            commit(content, appends);
            LOG.info(
                    "rescaled: table={} partition={} buckets={} was={} rows={} ms={}",
                    table.layout().root(),
                    table.paths().path(content.partition()),
                    options.bucket(),
                    content.files().get(0).totalBuckets(),
                    rows,
                    (table.env().nanoTime() - start) / 1_000_000);
        }
    }

    private long rewrite(PartitionContent content, TableWrite write) {
        var files = new DataFileReaders(table.io(), table.paths(), table.schemas(), layout, table.zone());
        var readers = new SplitReaders(files, MergeRules.of(table.schema(), options));
        var serializer = new RowSerializer(layout.valueType());
        long count = 0;
        for (Split split : splits(content)) {
            try (KeyValueReader rows = readers.open(split)) {
                while (rows.advance()) {
                    write.write(serializer.lend(rows.current().value(), RowKind.INSERT));
                    count++;
                }
            }
        }
        return count;
    }

    private static List<Split> splits(PartitionContent content) {
        Map<BucketId, List<DataFileMeta>> buckets = new LinkedHashMap<>();
        for (ManifestEntry entry : content.files()) {
            buckets.computeIfAbsent(entry.bucket(), bucket -> new ArrayList<>()).add(entry.file());
        }
        List<Split> splits = new ArrayList<>();
        buckets.forEach((bucket, files) ->
                splits.add(new Split(bucket, files, content.vectors().getOrDefault(bucket, BucketVectors.NONE))));
        return splits;
    }

    /** There is nothing below these files, so where they are one run, they may as well lie where compactions end. */
    private FileChanges.Append onHighestLevel(FileChanges.Append append) {
        if (!options.overwriteUpgrade()) {
            return append;
        }
        List<DataFileMeta> sorted = new ArrayList<>(append.files());
        sorted.sort((left, right) -> layout.keyOrder().compare(left.minKey(), right.minKey()));
        for (int i = 1; i < sorted.size(); i++) {
            if (layout.keyOrder()
                            .compare(sorted.get(i - 1).maxKey(), sorted.get(i).minKey())
                    >= 0) {
                return append;
            }
        }
        int highest = options.numLevels() - 1;
        return new FileChanges.Append(
                append.bucket(),
                append.totalBuckets(),
                sorted.stream().map(file -> file.atLevel(highest)).toList(),
                List.of());
    }

    private void commit(PartitionContent content, List<FileChanges.Append> appends) {
        var commit = new TableCommit(table.io(), table.layout(), table.env(), table.schema());
        boolean settled = false;
        try {
            CommitResult result = commit.overwrite(new OverwriteRequest(
                    "varve-rescale-" + table.env().newUuid(),
                    Long.MAX_VALUE,
                    new Replaced.Files(content.files()),
                    appends,
                    Map.of(),
                    CarriedProperties.FORWARD));
            settled = result instanceof CommitResult.Committed;
        } catch (CommitOutcomeUnknownException e) {
            settled = true;
            throw e;
        } finally {
            if (!settled) {
                commit.deleteFiles(new FileChanges(appends, List.of()));
            }
        }
    }

    /** A null that is stored stays a null, whatever writers put in its place today. */
    private static TableSchema withoutDefaults(TableSchema schema) {
        List<DataField> fields = schema.fields().stream()
                .map(field -> field.withDefaultValue(Optional.empty()))
                .toList();
        return new TableSchema(
                schema.version(),
                schema.id(),
                fields,
                schema.highestFieldId(),
                schema.partitionKeys(),
                schema.primaryKeys(),
                schema.options(),
                schema.comment(),
                schema.timeMillis());
    }

    /** The partition as it will be: empty, so that numbers begin with 0 and nothing fixes the number of buckets. */
    private record NoFiles() implements BucketFiles {
        @Override
        public List<DataFileMeta> liveFiles(BucketId bucket) {
            return List.of();
        }

        @Override
        public OptionalInt totalBuckets(BinaryRow partition) {
            return OptionalInt.empty();
        }

        @Override
        public Set<BucketId> takeChanged() {
            return Set.of();
        }

        @Override
        public void refresh() {}
    }
}
