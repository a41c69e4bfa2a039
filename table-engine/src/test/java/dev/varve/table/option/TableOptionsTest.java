package dev.varve.table.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.error.UnsupportedFormatException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TableOptionsTest {
    private static final TableOptions DEFAULTS = options();

    private static TableOptions options(String... keysAndValues) {
        Map<String, String> values = new HashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            values.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        return TableOptions.of(values, 3);
    }

    // ---- Values

    @Test
    void unsetOptionsHaveTheirDefaults() {
        assertThat(DEFAULTS.bucket()).isEqualTo(-1);
        assertThat(DEFAULTS.bucketKeys()).isEmpty();
        assertThat(DEFAULTS.mergeEngine()).isEqualTo(MergeEngine.DEDUPLICATE);
        assertThat(DEFAULTS.changelogProducer()).isEqualTo(ChangelogProducer.NONE);
        assertThat(DEFAULTS.targetFileBytes()).isEqualTo(128L << 20);
        assertThat(DEFAULTS.fileFormat()).isEqualTo("parquet");
        assertThat(DEFAULTS.compression(3)).isEqualTo("zstd");
        assertThat(DEFAULTS.zstdLevel()).isEqualTo(1);
        assertThat(DEFAULTS.statsMode(0)).isEqualTo("truncate(16)");
        assertThat(DEFAULTS.dataFilePrefix()).isEqualTo("data-");
        assertThat(DEFAULTS.commitMinRetryWait()).isEqualTo(Duration.ofMillis(10));
        assertThat(DEFAULTS.commitMaxRetries()).isEqualTo(10);
        assertThat(DEFAULTS.commitTimeout()).isEmpty();
        assertThat(DEFAULTS.manifestTargetBytes()).isEqualTo(8L << 20);
        assertThat(DEFAULTS.manifestFullCompactionBytes()).isEqualTo(16L << 20);
        assertThat(DEFAULTS.manifestMergeMinCount()).isEqualTo(30);
        assertThat(DEFAULTS.defaultPartitionName()).isEqualTo("__DEFAULT_PARTITION__");
        assertThat(DEFAULTS.legacyPartitionNames()).isTrue();
        assertThat(DEFAULTS.explicitCastsAllowed()).isTrue();
        assertThat(DEFAULTS.nullToNotNullAllowed()).isFalse();
        assertThat(DEFAULTS.fullCompactionDeltaCommits()).isEmpty();
        assertThat(DEFAULTS.totalSizeThresholdBytes()).isEmpty();
    }

    @Test
    void someDefaultsFollowOthers() {
        assertThat(DEFAULTS.numLevels()).isEqualTo(6);
        assertThat(DEFAULTS.stopTrigger()).isEqualTo(8);
        assertThat(DEFAULTS.sortSpillThreshold()).isEqualTo(9);
        TableOptions ten = options("num-sorted-run.compaction-trigger", "10");
        assertThat(ten.numLevels()).isEqualTo(11);
        assertThat(ten.stopTrigger()).isEqualTo(13);
        // A stop trigger below the trigger would stop writers for ever.
        assertThat(ten.with(Map.of("num-sorted-run.stop-trigger", "4")).stopTrigger())
                .isEqualTo(10);
        assertThat(options("num-sorted-run.compaction-trigger", "2147483647").numLevels())
                .isEqualTo(Integer.MAX_VALUE);
        TableOptions snapshots = options("snapshot.num-retained.min", "3", "snapshot.time-retained", "2 h");
        assertThat(snapshots.changelogNumRetainedMin()).isEqualTo(3);
        assertThat(snapshots.changelogTimeRetained()).isEqualTo(Duration.ofHours(2));
    }

    @Test
    void oldSchemaVersionsHadOtherDefaults() {
        assertThat(TableOptions.of(Map.of(), 1).bucket()).isEqualTo(1);
        assertThat(TableOptions.of(Map.of(), 1).fileFormat()).isEqualTo("orc");
        assertThat(TableOptions.of(Map.of(), 2).bucket()).isEqualTo(-1);
        assertThat(TableOptions.of(Map.of(), 2).fileFormat()).isEqualTo("orc");
        assertThat(TableOptions.of(Map.of("bucket", "4", "file.format", "parquet"), 1)
                        .bucket())
                .isEqualTo(4);
        assertThat(TableOptions.of(Map.of(), 3).fileFormat()).isEqualTo("parquet");
    }

    @Test
    void legacyNamesAreReadUnlessTheMainNameIsSet() {
        assertThat(options("deduplicate.ignore-delete", "true").ignoreDelete()).isTrue();
        assertThat(options("write.compaction-skip", "TRUE").writeOnly()).isTrue();
        assertThat(options("write.compaction-skip", "true", "write-only", "false")
                        .writeOnly())
                .isFalse();
    }

    @Test
    void levelsMayDiffer() {
        TableOptions options = options(
                "file.compression", "snappy",
                "file.compression.per.level", "0:none, 5:zstd",
                "metadata.stats-mode.per.level", "0:none",
                "file.format.per.level", "0:avro");
        assertThat(options.compression(0)).isEqualTo("none");
        assertThat(options.compression(1)).isEqualTo("snappy");
        assertThat(options.compression(5)).isEqualTo("zstd");
        assertThat(options.statsMode(0)).isEqualTo("none");
        assertThat(options.statsMode(1)).isEqualTo("truncate(16)");
        assertThat(options.statsModes()).containsExactly("truncate(16)", "none");
        assertThat(options.fileFormatOf(0)).isEqualTo("avro");
        assertThat(options.fileFormatOf(1)).isEqualTo("parquet");
    }

    @Test
    void listsMayHaveBlanks() {
        assertThat(options("bucket-key", " a, b ,,c").bucketKeys()).containsExactly("a", "b", "c");
        assertThat(options("fields.a.b.stats-mode", "none").statsModeOf("a.b")).contains("none");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "bucket                  | many      | expected a whole number",
                "write-only              | yes       | expected true or false",
                "target-file-size        | 128 moons | expected a whole number and a unit",
                "commit.timeout          | soon      | expected a whole number and a unit",
                "merge-engine            | newest    | deduplicate, partial-update, aggregation, first-row",
                "changelog-producer      | both      | none, input, full-compaction, lookup",
                "tag.automatic-creation  | hourly    | none, process-time, watermark, batch",
                "file.compression.per.level | zstd   | pairs of level and value",
                "lookup.cache.bloom.filter.fpp | low | expected a number",
            })
    void aValueOfTheWrongKindIsNamedWithWhatIsAllowed(String key, String value, String message) {
        assertThatThrownBy(() -> options("bucket", "1").with(Map.of(key, value)).requireConsistent())
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("option '" + key + "' = '" + value + "'")
                .hasMessageContaining(message);
    }

    // ---- Rules

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "bucket | 0 | x | x | needs to be greater than 0",
                "bucket | -3 | x | x | needs to be greater than 0",
                "bucket | -1 | bucket-key | a | cannot be defined with 'bucket' = '-1'",
                "snapshot.num-retained.min | 0 | x | x | at least 1",
                "snapshot.num-retained.min | 20 | snapshot.num-retained.max | 10 | larger than",
                "changelog.num-retained.min | 20 | changelog.num-retained.max | 10 | larger than",
                "changelog.num-retained.max | 5 | x | x | larger than",
                "num-sorted-run.compaction-trigger | 10 | num-sorted-run.stop-trigger | 5 | larger than",
                "num-sorted-run.compaction-trigger | 0 | x | x | at least 1",
                "num-levels | 1 | x | x | at least 2",
                "sort-spill-threshold | 1 | x | x | at least 2",
                "write-buffer-size | 100 kb | x | x | at least 3 pages",
                "commit.min-retry-wait | 20 s | x | x | longer than",
                "manifest.full-compaction-threshold-size | 0 | x | x | at least 1",
                "tag.creation-delay | 1 d | x | x | shorter than the period",
                "tag.creation-delay | 1 h | tag.creation-period | hourly | shorter than the period",
                "compaction.offpeak.start.hour | 24 | x | x | hour from 0 to 23",
                "compaction.offpeak.start.hour | 3 | x | x | go together",
                "data-file.prefix | a/b | x | x | slashes",
                "full-compaction.delta-commits | 0 | x | x | at least 1",
            })
    void contradictionsAreFoundWhenATableIsCreated(
            String key, String value, String otherKey, String otherValue, String message) {
        TableOptions options = options("bucket", "1").with(Map.of(key, value));
        TableOptions both = otherKey.equals("x") ? options : options.with(Map.of(otherKey, otherValue));
        assertThatThrownBy(both::requireConsistent)
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("'" + (otherKey.equals("bucket-key") ? otherKey : key) + "'")
                .hasMessageContaining(message);
    }

    @Test
    void defaultsAreConsistent() {
        assertThatCode(DEFAULTS::requireConsistent).doesNotThrowAnyException();
    }

    // ---- Names

    @ParameterizedTest
    @CsvSource({
        "bukcet, bucket",
        "write_only, write-only",
        "snapshot.num-retain.min, snapshot.num-retained.min",
        "file.compresion, file.compression",
        "changelog-producers, changelog-producer",
        "mergeengine, merge-engine",
    })
    void aMisspelledKeyGetsTheNearestName(String key, String nearest) {
        TableOptions options = options("bucket", "1", key, "1");
        assertThatThrownBy(options::requireConsistent)
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("unknown table option '" + key + "'")
                .hasMessageContaining("did you mean '" + nearest + "'?");
        assertThatThrownBy(options::requireWritable).isInstanceOf(InvalidInputException.class);
        assertThatCode(options::requireReadable).doesNotThrowAnyException();
    }

    @Test
    void anUnknownKeyOfAKnownFamilyIsRefusedAndOthersAreNotes() {
        assertThatThrownBy(() ->
                        options("bucket", "1", "compaction.by-moonlight", "1").requireConsistent())
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("it would have no effect");
        assertThatCode(() -> options(
                                "bucket", "1",
                                "owner", "billing",
                                "com.example.retention", "7",
                                "parquet.page.size", "1 mb",
                                "sink.parallelism", "4",
                                "fields.a.stats-mode", "none",
                                "fields.s1,s2.sequence-group", "a",
                                "file-index.bloom-filter.columns", "a",
                                "file-index.bloom-filter.a.fpp", "0.1")
                        .requireWritable())
                .doesNotThrowAnyException();
    }

    // ---- Support

    @ParameterizedTest
    @CsvSource({
        "bucket-function.type, hive",
        "branch, dev",
        "data-file.path-directory, data",
        "data-file.external-paths, s3://elsewhere",
        "index-file-in-data-file-dir, true",
        "row-tracking.enabled, true",
        "data-evolution.enabled, true",
        "pk-clustering-override, true",
        "chain-table.enabled, true",
        "query-auth.enabled, true",
        "manifest.format, orc",
        "type, format-table",
    })
    void whatThisEngineWouldMisreadIsRefusedForReadingAndWriting(String key, String value) {
        TableOptions options = options("bucket", "1", key, value);
        for (Runnable check : List.<Runnable>of(options::requireReadable, options::requireWritable)) {
            assertThatThrownBy(check::run)
                    .isInstanceOf(UnsupportedFormatException.class)
                    .hasMessageContaining("'" + key + "' = '" + value + "'");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "bucket, -1",
        "bucket, -2",
        "file.format, orc",
        "file.format.per.level, 0:avro",
        "changelog-file.format, avro",
        "changelog-file.compression, lzo",
        "record-level.expire-time, 1 d",
        "commit.callbacks, com.example.Hook",
    })
    void whatThisEngineWouldLeaveUndoneIsRefusedForWriting(String key, String value) {
        TableOptions options = options("bucket", "1").with(Map.of(key, value));
        assertThatCode(options::requireReadable).doesNotThrowAnyException();
        assertThatThrownBy(options::requireWritable)
                .isInstanceOf(UnsupportedFormatException.class)
                .hasMessageContaining("'" + key + "'");
    }

    @ParameterizedTest
    @CsvSource({
        "scan.mode, incremental",
        "scan.mode, from-creation-timestamp",
        "scan.file-creation-time-millis, 5",
        "scan.fallback-branch, b",
        "incremental-between, '1,2'",
    })
    void anOptionThatMakesReadsPartialIsRefusedForReadingOnly(String key, String value) {
        TableOptions options = options("bucket", "1", key, value);
        assertThatThrownBy(options::requireReadable)
                .isInstanceOf(UnsupportedFormatException.class)
                .hasMessageContaining("whole versions");
        assertThatCode(options::requireWritable).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource({
        "ignore-delete, true",
        "ignore-update-before, true",
        "rowkind.field, op",
        "data-file.thin-mode, true",
        "bucket-function.type, mod",
        "write-only, true",
        "merge-engine, Deduplicate",
        "branch, main",
        "scan.mode, latest",
        "deletion-vectors.enabled, false",
        "type, materialized-table",
        "file-index.bloom-filter.columns, a",
        "num-sorted-run.stop-trigger, 2",
    })
    void theseAreFine(String key, String value) {
        TableOptions options = options("bucket", "1", key, value);
        assertThatCode(options::requireReadable).doesNotThrowAnyException();
        assertThatCode(options::requireWritable).doesNotThrowAnyException();
    }
}
