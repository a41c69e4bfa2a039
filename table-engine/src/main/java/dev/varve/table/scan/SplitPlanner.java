package dev.varve.table.scan;

import static java.util.Objects.requireNonNull;

import dev.varve.table.lsm.Section;
import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.BucketVectors;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.manifest.ManifestEntry;
import dev.varve.table.manifest.ManifestFileMeta;
import dev.varve.table.manifest.ManifestStore;
import dev.varve.table.option.MergeEngine;
import dev.varve.table.predicate.Constant;
import dev.varve.table.predicate.Predicate;
import dev.varve.table.row.BinaryRow;
import dev.varve.table.row.RowComparator;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.snapshot.Snapshot;
import dev.varve.table.type.RowType;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongFunction;

/**
 * From a snapshot and a condition to splits, by manifests alone (semantics, reads, sections 1 to 6):
 *
 * <ol>
 *   <li>manifests by the bounds of their partitions;
 *   <li>entries by partition, exactly, and by bucket, where the condition binds the bucket key: an ADD and its DELETE always alike;
 *   <li>files, once each DELETE has met its ADD, by their key range: all versions of a key share the key, so whatever else holds
 *       versions of a dropped file's keys cannot match either;
 *   <li>files by their value statistics, as far as {@link ValuePruning} allows. Files can share keys only inside a section, so
 *       the rule is applied section by section;
 *   <li>what is left is packed into splits, and cut where a limit of rows is reached for certain.
 * </ol>
 *
 * Safe for use by several threads.
 */
public final class SplitPlanner {
    private final ManifestStore manifests;
    private final TableSchema schema;
    private final LongFunction<TableSchema> schemas;
    private final SplitSettings settings;
    private final ZoneId zone;
    private final RowType keyType;
    private final RowComparator keyOrder;

    /**
     * @param schema whose columns are read
     * @param schemas loads the schema with an id
     * @param zone in which casts of old values mean local times
     */
    public SplitPlanner(
            ManifestStore manifests,
            TableSchema schema,
            LongFunction<TableSchema> schemas,
            SplitSettings settings,
            ZoneId zone) {
        this.manifests = requireNonNull(manifests, "manifests is null");
        this.schema = requireNonNull(schema, "schema is null");
        this.schemas = requireNonNull(schemas, "schemas is null");
        this.settings = requireNonNull(settings, "settings is null");
        this.zone = requireNonNull(zone, "zone is null");
        this.keyType = schema.keyType();
        this.keyOrder = RowComparator.of(keyType.types());
    }

    /**
     * Plans a read.
     *
     * @param predicate over the schema's columns; splits may hold other rows too
     * @param limit rows that are enough
     */
    public Plan plan(Snapshot snapshot, Predicate predicate, long limit) {
        var condition = new ScanCondition(schema, predicate);
        var counters = new PlanCounters();
        var statistics = new ValueStatistics(schemas, schema.rowType(), zone);
        var packer = new SplitPacker(settings);
        var rows = new RowLimit(settings, condition.isOnPartitionsOnly(), limit);
        Map<BucketId, BucketVectors> vectors =
                settings.deletionVectors() ? manifests.readDeletionVectors(snapshot.indexManifest()) : Map.of();
        List<Split> splits = new ArrayList<>();
        for (Map.Entry<BucketId, List<DataFileMeta>> bucket :
                liveFiles(snapshot, condition, counters).entrySet()) {
            PartitionCondition inPartition = condition.in(bucket.getKey().partition());
            List<DataFileMeta> byKey = withKeys(bucket.getValue(), inPartition, counters);
            List<Section> sections = withValues(Section.partition(byKey, keyOrder), inPartition, statistics, counters);
            splits.addAll(packer.pack(
                    bucket.getKey(), rows.cut(sections), vectors.getOrDefault(bucket.getKey(), BucketVectors.NONE)));
        }
        List<Split> enough = rows.cutSplits(splits);
        counters.filesBeyondLimit(rows.filesLeftOut());
        return new Plan(enough, counters.statistics(enough));
    }

    private Map<BucketId, List<DataFileMeta>> liveFiles(
            Snapshot snapshot, ScanCondition condition, PlanCounters counters) {
        List<ManifestFileMeta> listed = manifests.readLists(snapshot.manifestLists());
        counters.manifests(listed.size());
        var filter = new ConditionFilter(condition, counters);
        List<ManifestEntry> live = manifests.liveFiles(listed, filter, manifest -> {
            counters.manifestRead(manifest.entries());
            return manifests.readEntries(manifest, filter);
        });
        counters.files(live.size());
        Map<BucketId, List<DataFileMeta>> buckets = new LinkedHashMap<>();
        for (ManifestEntry entry : live) {
            if (settings.mergedOnly() && entry.file().level() == 0) {
                // Whether its keys are new, and which rows it replaces, is not known yet (semantics, table modes,
                // section 1).
                continue;
            }
            buckets.computeIfAbsent(entry.bucket(), bucket -> new ArrayList<>()).add(entry.file());
        }
        return settings.byPartition() ? orderedByPartition(buckets) : buckets;
    }

    private Map<BucketId, List<DataFileMeta>> orderedByPartition(Map<BucketId, List<DataFileMeta>> buckets) {
        RowComparator partitionOrder = RowComparator.of(schema.partitionType().types());
        Map<BinaryRow, Map<BucketId, List<DataFileMeta>>> partitions = new TreeMap<>(partitionOrder);
        buckets.forEach((bucket, files) -> partitions
                .computeIfAbsent(bucket.partition(), partition -> new LinkedHashMap<>())
                .put(bucket, files));
        Map<BucketId, List<DataFileMeta>> ordered = new LinkedHashMap<>();
        partitions.values().forEach(ordered::putAll);
        return ordered;
    }

    private List<DataFileMeta> withKeys(List<DataFileMeta> files, PartitionCondition condition, PlanCounters counters) {
        if (condition.keys() == Constant.TRUE) {
            return files;
        }
        List<DataFileMeta> left = files.stream()
                .filter(file -> condition.keys().mayMatch(new KeyBounds(file, keyType), file.rowCount()))
                .toList();
        counters.filesWithoutKeys(files.size() - left.size());
        return left;
    }

    private List<Section> withValues(
            List<Section> sections, PartitionCondition condition, ValueStatistics statistics, PlanCounters counters) {
        if (condition.rows() == Constant.TRUE) {
            return sections;
        }
        List<Section> left = new ArrayList<>();
        for (Section section : sections) {
            List<DataFileMeta> files = section.files();
            List<DataFileMeta> matching = files.stream()
                    .filter(file -> condition.rows().mayMatch(statistics.of(file), file.rowCount()))
                    .toList();
            List<DataFileMeta> kept = switch (pruning(section)) {
                case EACH_FILE -> matching;
                case ALL_OR_NONE -> matching.isEmpty() ? matching : files;
                case NEVER -> files;
            };
            counters.filesWithoutValues(files.size() - kept.size());
            left.addAll(kept.size() == files.size() ? List.of(section) : Section.partition(kept, keyOrder));
        }
        return left;
    }

    private ValuePruning pruning(Section section) {
        boolean computed = settings.engine() == MergeEngine.AGGREGATE
                && section.files().stream().anyMatch(DataFileMeta::mayHoldRetracts);
        return computed
                ? ValuePruning.NEVER
                : ValuePruning.ofMergedRead(
                        settings.engine(), settings.deletionVectors(), settings.mergedOnly(), !section.isSingleRun());
    }
}
