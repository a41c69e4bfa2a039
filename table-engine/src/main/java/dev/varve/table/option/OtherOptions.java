package dev.varve.table.option;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Options that other engines honour and this one only knows by name and kind, so that a value of the wrong kind and a
 * misspelled name are noticed when a table is created. A legacy name follows its main name after a bar.
 */
final class OtherOptions {
    private static final String BOOLEANS = """
            async-file-write auto-create blob-as-descriptor blob.split-by-file-size
            bucket-append-ordered clustering.incremental
            clustering.incremental.optimize-write commit.discard-duplicate-files commit.force-create-snapshot
            consumer.ignore-progress delete.force-produce-changelog
            dynamic-partition-overwrite end-input.check-partition-expire
            format-table.partition-path-only-value global-index.enabled incremental-between-tag-to-snapshot
            key-value.sequence_number.enabled
            lookup.cache.bloom.filter.enabled lookup.remote-file.enabled metastore.partitioned-table
            partition.end-input-to-done partition.timestamp-format.strict
            postpone.batch-write-fixed-bucket scan.ignore-corrupt-files scan.ignore-lost-files
            snapshot.ignore-empty-commit streaming-read-append-overwrite streaming-read-overwrite
            table-read.sequence-number.enabled tag.create-success-file
            variant.inferShreddingSchema visibility-callback.enabled write-buffer-for-append
            """;
    private static final String INTEGERS = """
            clustering.history-partition.limit compaction.file-num-limit compaction.min.file-num
            cross-partition-upsert.bootstrap-parallelism dynamic-bucket.assigner-parallelism
            dynamic-bucket.initial-buckets dynamic-bucket.max-buckets
            file-operation.thread-num|delete-file.thread-num global-index.build.max-parallelism
            global-index.build.max-shard global-index.thread-num lookup-compact.max-interval
            lookup.merge-records-threshold lookup.remote-file.level-threshold parquet.enable.dictionary
            postpone.batch-write-fixed-bucket.max-parallelism postpone.default-bucket-num read.batch-size
            scan.manifest.parallelism scan.max-splits-per-task sort-compaction.local-sample.magnification
            variant.shredding.maxInferBufferRow variant.shredding.maxSchemaDepth
            variant.shredding.maxSchemaWidth write-max-writers-to-spill write.batch-size|orc.write.batch-size
            zorder.var-length-contribution
            """;
    private static final String LONGS = """
            commit.strict-mode.last-safe-snapshot dynamic-bucket.target-row-num global-index.row-count-per-shard
            scan.bounded.watermark
            """;
    private static final String REALS = """
            compaction.delete-ratio-threshold lookup.cache.bloom.filter.fpp lookup.cache.high-priority-pool-ratio
            lookup.hash-load-factor variant.shredding.minFieldCardinalityRatio
            """;
    private static final String SIZES = """
            blob.target-file-size cache-page-size deletion-vector.index-file.target-size
            file-reader-async-threshold local-merge-buffer-size
            lookup.cache-max-disk-size lookup.cache-max-memory-size lookup.merge-buffer-size sort-spill-buffer-size
            vector.target-file-size write.batch-memory
            """;
    private static final String DURATIONS = """
            clustering.history-partition.idle-to-full-sort continuous.discovery-interval
            cross-partition-upsert.index-ttl lookup.cache-file-retention
            partition.idle-time-to-report-statistic snapshot.watermark-idle-timeout streaming.read.snapshot.delay
            visibility-callback.check-interval visibility-callback.timeout
            """;
    private static final String TEXTS = """
            blob-descriptor-field|blob.stored-descriptor-fields blob-external-storage-field
            blob-external-storage-path blob-field chain-table.chain-partition-keys
            clustering.columns|sink.clustering.by-columns clustering.incremental.mode
            clustering.strategy|sink.clustering.strategy commit.callback.#.param consumer-id
            data-file.external-paths.specific-fs data-file.external-paths.strategy data-file.external-paths.weights
            fields.default-aggregate-function format-table.commit-hive-sync-url format-table.file.compression
            format-table.implementation global-index.column-update-action global-index.external-path
            lookup.cache-spill-compression materialized-table.definition-query
            materialized-table.interval-freshness materialized-table.interval-freshness.time-unit
            materialized-table.logical-refresh-mode materialized-table.refresh-handler-bytes
            materialized-table.refresh-handler-description materialized-table.refresh-mode
            materialized-table.refresh-status metastore.tag-to-partition metastore.tag-to-partition.preview
            partition.mark-done-action
            partition.mark-done-action.custom.class partition.mark-done-action.http.params
            partition.mark-done-action.http.url partition.sink-strategy
            path record-level.time-field scan.fallback-delta-branch
            scan.fallback-snapshot-branch
            sort-compaction.range-strategy tag.callback.#.param tag.callbacks upsert-key
            variant.shreddingSchema|parquet.variant.shreddingSchema vector-field vector.file.format
            """;

    /** All of them. */
    static final List<Option<?>> ALL = Stream.of(
                    of(BOOLEANS, key -> OptionKinds.bool(key, null)),
                    of(INTEGERS, key -> OptionKinds.integer(key, null)),
                    of(LONGS, key -> OptionKinds.bigint(key, null)),
                    of(REALS, key -> OptionKinds.real(key, null)),
                    of(SIZES, key -> OptionKinds.size(key, null)),
                    of(DURATIONS, key -> OptionKinds.duration(key, null)),
                    of(TEXTS, key -> OptionKinds.text(key, null)),
                    choices())
            .flatMap(List::stream)
            .toList();

    private OtherOptions() {}

    private static List<Option<?>> of(String names, Function<String, Option<?>> kind) {
        List<Option<?>> options = new ArrayList<>();
        for (String name : names.strip().split("\\s+")) {
            String[] mainAndAliases = name.split("\\|");
            options.add(
                    kind.apply(mainAndAliases[0]).alias(Arrays.copyOfRange(mainAndAliases, 1, mainAndAliases.length)));
        }
        return options;
    }

    private static List<Option<?>> choices() {
        return List.of(
                OptionKinds.oneOf("batch-scan-mode", "none", "none", "compact"),
                OptionKinds.oneOf("consumer.mode", "exactly-once", "exactly-once", "at-least-once"),
                OptionKinds.oneOf("incremental-between-scan-mode", "auto", "auto", "delta", "changelog", "diff"),
                OptionKinds.oneOf("lookup-compact", "radical", "radical", "gentle"),
                OptionKinds.oneOf("sort-engine", "loser-tree", "min-heap", "loser-tree"),
                OptionKinds.oneOf("stream-scan-mode", "none", "none", "compact-bucket-table", "file-monitor"));
    }
}
