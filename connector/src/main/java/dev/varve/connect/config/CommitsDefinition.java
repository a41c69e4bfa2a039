package dev.varve.connect.config;

import static dev.varve.connect.config.SettingsDefinition.COMMITS;
import static dev.varve.connect.config.SettingsDefinition.COMMIT_INTERVAL;
import static dev.varve.connect.config.SettingsDefinition.COMMIT_THREADS;
import static dev.varve.connect.config.SettingsDefinition.COMPACTION_THREADS;
import static dev.varve.connect.config.SettingsDefinition.LEDGER_ID;
import static dev.varve.connect.config.SettingsDefinition.OFFSET_MISMATCH_POLICY;
import static dev.varve.connect.config.SettingsDefinition.RETRY_TIMEOUT;
import static dev.varve.connect.config.SettingsDefinition.SINK_MEMORY;
import static dev.varve.connect.config.SettingsDefinition.SPILL_DIRECTORY;

import java.time.Duration;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Width;

/** Settings of the group <em>Commits</em>. */
final class CommitsDefinition {
    private static final int MAX_COMPACTION_THREADS = 64;
    private static final int DEFAULT_COMMIT_THREADS = 4;
    private static final int MAX_COMMIT_THREADS = 64;

    private static final Duration DEFAULT_RETRY_TIMEOUT = Duration.ofMinutes(15);

    private CommitsDefinition() {}

    static void define(ConfigDef definition) {
        definition.define(
                COMMIT_INTERVAL,
                ConfigDef.Type.LONG,
                null,
                SettingChecks.check("at least 1", SettingChecks::requirePositive),
                Importance.MEDIUM,
                "Milliseconds after which a task with rows asks the worker for a commit. Unset, commits follow the worker's"
                        + " `offset.flush.interval.ms`. Each commit of a table with rows makes one snapshot.",
                COMMITS,
                1,
                Width.SHORT,
                "Commit interval");
        definition.define(
                SINK_MEMORY,
                ConfigDef.Type.STRING,
                null,
                SettingChecks.check("a size of at least " + SettingChecks.LEAST_MEMORY, SettingChecks::requireMemory),
                Importance.MEDIUM,
                "Memory for the write buffers of one task, all tables together, for example `256 mb`. Unset, a quarter of the"
                        + " heap divided by the tasks in the worker, but at least 64 mb.",
                COMMITS,
                2,
                Width.SHORT,
                "Buffer memory of a task");
        definition.define(
                SPILL_DIRECTORY,
                ConfigDef.Type.STRING,
                null,
                SettingChecks.check("an absolute path", SettingChecks::requireAbsolutePath),
                Importance.LOW,
                "Local directory for rows that `sink.memory` has no room for before the next commit. Unset, the JVM's directory"
                        + " for temporary files. Each task makes a directory `varve-spill-*` of its own in it, readable by the"
                        + " worker's user only, and deletes it when it stops; what a dead worker left is deleted by the next"
                        + " task that spills there. If the directory is full or cannot be written, rows are flushed into more,"
                        + " smaller data files instead. A table with `write-buffer-spillable=false` does not use it.",
                COMMITS,
                3,
                Width.MEDIUM,
                "Spill directory");
        Choices<OffsetMismatchPolicy> mismatches = new Choices<>(OffsetMismatchPolicy.class);
        definition.define(
                OFFSET_MISMATCH_POLICY,
                ConfigDef.Type.STRING,
                OffsetMismatchPolicy.FAIL.text(),
                mismatches,
                Importance.MEDIUM,
                "What happens when the offsets in a table contradict Kafka's (topic recreated, records expired, table rolled"
                        + " back): `fail` stops the task with an explanation; `accept` goes on from what there is, logs and counts it.",
                COMMITS,
                4,
                Width.SHORT,
                "Contradicting offsets",
                mismatches);
        definition.define(
                LEDGER_ID,
                ConfigDef.Type.STRING,
                null,
                SettingChecks.check("a name without control characters", (name, text) -> {
                    if (text != null) {
                        SettingChecks.requireText(name, text);
                    }
                }),
                Importance.LOW,
                "Under which name the offsets are kept in the tables. Unset, the connector's name. Set it to go on where a"
                        + " connector of another name stopped.",
                COMMITS,
                5,
                Width.MEDIUM,
                "Ledger id");
        definition.define(
                COMPACTION_THREADS,
                ConfigDef.Type.INT,
                1,
                ConfigDef.Range.between(1, MAX_COMPACTION_THREADS),
                Importance.LOW,
                "Threads of one task that compact buckets in the background, all tables together. Each bucket is compacted by one of"
                        + " the connector's tasks. A task holds its records back while a bucket has as many sorted runs as"
                        + " `num-sorted-run.stop-trigger` says.",
                COMMITS,
                6,
                Width.SHORT,
                "Compaction threads");
        definition.define(
                COMMIT_THREADS,
                ConfigDef.Type.INT,
                DEFAULT_COMMIT_THREADS,
                ConfigDef.Range.between(1, MAX_COMMIT_THREADS),
                Importance.LOW,
                "How many tables a task commits at a time. A commit is mostly waiting for the store: a task with hundreds of"
                        + " tables on an object store gains by more. Files that are being written take memory besides"
                        + " `sink.memory`, a few megabytes each.",
                COMMITS,
                7,
                Width.SHORT,
                "Commit threads");
        definition.define(
                RETRY_TIMEOUT,
                ConfigDef.Type.LONG,
                DEFAULT_RETRY_TIMEOUT.toMillis(),
                ConfigDef.Range.atLeast(0),
                Importance.MEDIUM,
                "How many milliseconds a table may fail until its task ends as FAILED. Until then the task stays in its group with its"
                        + " partitions paused, drops what is not committed, and tries again after a second, later after up to a"
                        + " minute. It waits for a store that is away, overloaded or full, and for credentials to be renewed; a store"
                        + " that refuses before the task has landed anything, and what trying again cannot heal, ends it at"
                        + " once. 0 does not wait at all.",
                COMMITS,
                8,
                Width.SHORT,
                "Longest wait for a table that fails");
    }
}
