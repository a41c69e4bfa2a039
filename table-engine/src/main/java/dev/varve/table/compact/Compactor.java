package dev.varve.table.compact;

import static java.util.Objects.requireNonNull;

import dev.varve.table.changelog.ChangeWriter;
import dev.varve.table.changelog.CompactionChangelog;
import dev.varve.table.datafile.DataFileReaders;
import dev.varve.table.datafile.DataFileWriter;
import dev.varve.table.datafile.DataFileWriters;
import dev.varve.table.error.Failures;
import dev.varve.table.lsm.OpenRuns;
import dev.varve.table.lsm.Section;
import dev.varve.table.lsm.SectionReader;
import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.BucketVectors;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.manifest.FileSource;
import dev.varve.table.merge.KeyValueReader;
import dev.varve.table.merge.MergeRules;
import dev.varve.table.merge.VersionsApartException;
import dev.varve.table.option.MergeEngine;
import dev.varve.table.row.KeyValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Carries out a plan (semantics, LSM tree, section 6): files that overlap others, and small files beside them, are merged and
 * rewritten; a large file that overlaps nothing is <em>upgraded</em>, which changes its level in the metadata only. Safe for use
 * by several threads.
 */
public final class Compactor {
    private final DataFileWriters writers;
    private final DataFileReaders readers;
    private final MergeRules rules;
    private final Optional<KnownKeys> knownKeys;
    private final Lookups lookups;
    private final LookupCompaction.Tools tools;
    private final long smallFileBytes;
    private final OpenRuns openRuns;

    /**
     * For what compactions of a table look up what the rows were before.
     *
     * @param vectors files of deletion vectors, in tables with them
     * @param changelog what is told of changes
     * @param wholeRows whether what is above level 0 are to be whole rows
     * @param newestWins whether the newest version of a key says all about it
     */
    public record Lookups(
            Optional<VectorFiles> vectors, CompactionChangelog changelog, boolean wholeRows, boolean newestWins) {
        public Lookups {
            requireNonNull(vectors, "vectors is null");
            requireNonNull(changelog, "changelog is null");
        }

        /** Nothing is looked up. */
        public static final Lookups NONE = new Lookups(Optional.empty(), CompactionChangelog.NONE, false, true);

        private boolean isFor(CompactionPlan plan) {
            return vectors.isPresent()
                    || changelog.isMadeOn(plan.outputLevel(), plan.highestLevel())
                    || (wholeRows && !newestWins);
        }
    }

    /**
     * @param readers open files with the columns of the writers' schema
     * @param targetFileBytes size at which files are closed; files below seven tenths of it are worth rewriting
     * @param openRuns how many runs a merge reads from their files at once
     * @param lookups for what it is looked up what rows were before
     */
    public Compactor(
            DataFileWriters writers,
            DataFileReaders readers,
            MergeRules rules,
            long targetFileBytes,
            OpenRuns openRuns,
            Lookups lookups) {
        this.writers = requireNonNull(writers, "writers is null");
        this.readers = requireNonNull(readers, "readers is null");
        this.rules = requireNonNull(rules, "rules is null");
        this.smallFileBytes = targetFileBytes / 10 * 7;
        this.openRuns = requireNonNull(openRuns, "openRuns is null");
        this.knownKeys = rules.engine() == MergeEngine.FIRST_ROW
                ? Optional.of(new KnownKeys(readers.ofKeys(), rules, openRuns))
                : Optional.empty();
        this.lookups = requireNonNull(lookups, "lookups is null");
        this.tools = new LookupCompaction.Tools(
                readers, readers.ofKeys(), rules, openRuns, lookups.newestWins(), lookups.changelog());
    }

    /**
     * Compacts; on failure the files written so far are deleted.
     *
     * @param vectors which rows of the bucket's files are deleted
     * @param cancelled asked before every row; once it is true, the files written so far are deleted and nothing is done
     * @return empty if cancelled
     * @throws VersionsApartException if the plan is not complete, and a key has versions that need one that is
     */
    public Optional<CompactionResult> compact(
            BucketId bucket, BucketVectors vectors, CompactionPlan plan, BooleanSupplier cancelled) {
        Task task = new Task(bucket, vectors, plan, cancelled);
        try {
            if (task.run()) {
                return Optional.of(task.finish());
            }
        } catch (RuntimeException | Error e) {
            task.discard().attachTo(e);
            throw e;
        }
        task.discard().throwIfAny();
        return Optional.empty();
    }

    private final class Task {
        private final BucketId bucket;
        private final CompactionPlan plan;
        private final BooleanSupplier cancelled;
        private final SectionReader.Merge merge;
        private final Optional<VectorUpdate> vectors;
        private final Optional<ChangeWriter> changes;
        private final Optional<LookupCompaction> looking;
        private final List<DataFileMeta> before = new ArrayList<>();
        private final List<DataFileMeta> after = new ArrayList<>();
        private final List<DataFileMeta> changelog = new ArrayList<>();
        private final List<DataFileWriter> opened = new ArrayList<>();

        Task(BucketId bucket, BucketVectors base, CompactionPlan plan, BooleanSupplier cancelled) {
            this.bucket = bucket;
            this.plan = plan;
            this.cancelled = cancelled;
            this.merge = new SectionReader.Merge(
                    writers.layout(),
                    rules.order(),
                    file -> readers.open(bucket, file),
                    plan.complete() ? rules.function() : rules.partialFunction(),
                    openRuns);
            this.vectors = lookups.vectors().map(files -> new VectorUpdate(base, files));
            this.changes = lookups.changelog().isMadeOn(plan.outputLevel(), plan.highestLevel())
                    ? Optional.of(lookups.changelog().open(writers, bucket, plan.outputLevel()))
                    : Optional.empty();
            this.looking = lookups.isFor(plan) && knownKeys.isEmpty()
                    ? Optional.of(new LookupCompaction(bucket, plan, vectors, changes, tools))
                    : Optional.empty();
        }

        /** False if cancelled. */
        boolean run() {
            if (plan.isHighestLevelAlone()) {
                plan.files().forEach(this::upgrade);
                return !cancelled.getAsBoolean();
            }
            List<Section> pending = new ArrayList<>();
            for (Section section :
                    Section.partition(plan.files(), writers.layout().keyOrder())) {
                if (!section.isSingleRun() || isSmall(section)) {
                    pending.add(section);
                } else {
                    rewriteOrUpgrade(pending);
                    pending.clear();
                    section.files().forEach(this::upgrade);
                }
            }
            rewriteOrUpgrade(pending);
            return !cancelled.getAsBoolean();
        }

        /** A run alone in its section is one file. */
        private boolean isSmall(Section section) {
            return section.files().stream().allMatch(file -> file.sizeBytes() < smallFileBytes);
        }

        private void rewriteOrUpgrade(List<Section> pending) {
            if (pending.size() == 1 && pending.get(0).isSingleRun()) {
                pending.get(0).files().forEach(this::upgrade);
            } else if (!pending.isEmpty()) {
                rewrite(pending);
            }
        }

        private void upgrade(DataFileMeta file) {
            // Nothing may hide on the highest level: there no later compaction would drop the retractions.
            boolean mayHide = plan.outputLevel() == plan.highestLevel() && file.mayHoldRetracts();
            if (mayHide || mayRepeat(file) || mustBeMerged(file) || plan.rewriteAll()) {
                rewrite(List.of(new Section(List.of(List.of(file)))));
            } else if (file.level() != plan.outputLevel()) {
                if (looking.isPresent() && looking.get().isFresh(file)) {
                    looking.get().goesUp(file);
                } else if (file.level() == 0 && knownKeys.isPresent() && changes.isPresent()) {
                    tellNew(file);
                }
                before.add(file);
                after.add(file.atLevel(plan.outputLevel()));
            }
        }

        /** Whether it cannot stay as it is because of rows that are deleted, or of those that it replaces. */
        private boolean mustBeMerged(DataFileMeta file) {
            if (plan.isHighestLevelAlone()) {
                return vectors.isPresent() && vectors.get().of(file).isPresent();
            }
            return looking.isPresent()
                    && looking.get().isFresh(file)
                    && !looking.get().canGoUp(file);
        }

        /** Keys of a first-row table that no other file has. */
        private void tellNew(DataFileMeta file) {
            try (KeyValueReader rows = readers.open(bucket, file)) {
                while (rows.advance()) {
                    tellNew(rows.current());
                }
            }
        }

        private void tellNew(KeyValue row) {
            changes.orElseThrow().write(null, row);
        }

        /** Whether it may hold keys that are known below and must not be seen twice; what is above level 0 has none of them. */
        private boolean mayRepeat(DataFileMeta file) {
            return file.level() == 0 && !known(List.of(file)).isEmpty();
        }

        /** Older files that may hold keys of these, where that matters. */
        private List<DataFileMeta> known(List<DataFileMeta> files) {
            return knownKeys.map(keys -> keys.meeting(files, plan.older())).orElse(List.of());
        }

        private KeyValueReader open(List<Section> sections) {
            if (looking.isPresent()) {
                return looking.get().open(sections);
            }
            KeyValueReader merged = SectionReader.open(sections, merge, plan.complete());
            List<DataFileMeta> files = sections.stream()
                    .flatMap(section -> section.files().stream())
                    .toList();
            return knownKeys
                    .map(keys -> keys.without(merged, bucket, known(files)))
                    .orElse(merged);
        }

        private void rewrite(List<Section> sections) {
            if (cancelled.getAsBoolean()) {
                return;
            }
            DataFileWriter writer = writers.open(bucket, plan.outputLevel(), FileSource.COMPACT);
            opened.add(writer);
            boolean tellsNew = knownKeys.isPresent() && changes.isPresent();
            try (KeyValueReader reader = open(sections)) {
                while (reader.advance()) {
                    if (cancelled.getAsBoolean()) {
                        return;
                    }
                    writer.write(reader.current());
                    if (tellsNew && reader.current().level() == 0) {
                        tellNew(reader.current());
                    }
                }
            }
            for (Section section : sections) {
                before.addAll(section.files());
                vectors.ifPresent(update -> section.files().forEach(update::drop));
            }
            after.addAll(writer.finish());
        }

        /** Called once, when all files are written. */
        CompactionResult finish() {
            changes.ifPresent(writer -> changelog.addAll(writer.finish()));
            return new CompactionResult(before, after, changelog, vectors.map(update -> update.finish(bucket)));
        }

        /** Deletes what was written, and returns what went wrong with that. */
        Failures discard() {
            var failures = new Failures();
            for (DataFileWriter writer : opened) {
                failures.collect(writer::abort);
            }
            changes.ifPresent(writer -> failures.collect(writer::abort));
            for (DataFileMeta file : new CompactionResult(before, after, changelog, Optional.empty()).written()) {
                failures.collect(() -> writers.delete(bucket, file));
            }
            return failures;
        }
    }
}
