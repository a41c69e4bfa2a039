package dev.varve.table.compact;

import static java.util.Objects.requireNonNull;

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
    private final Optional<Deletion> deletion;
    private final LookupCompaction.Tools lookup;
    private final long smallFileBytes;
    private final OpenRuns openRuns;

    /**
     * What a table with deletion vectors needs.
     *
     * @param files of vectors
     * @param newestWins whether the newest version of a key says all about it
     */
    public record Deletion(VectorFiles files, boolean newestWins) {
        public Deletion {
            requireNonNull(files, "files is null");
        }
    }

    /**
     * @param readers open files with the columns of the writers' schema
     * @param targetFileBytes size at which files are closed; files below seven tenths of it are worth rewriting
     * @param openRuns how many runs a merge reads from their files at once
     * @param deletion for tables with deletion vectors
     */
    public Compactor(
            DataFileWriters writers,
            DataFileReaders readers,
            MergeRules rules,
            long targetFileBytes,
            OpenRuns openRuns,
            Optional<Deletion> deletion) {
        this.writers = requireNonNull(writers, "writers is null");
        this.readers = requireNonNull(readers, "readers is null");
        this.rules = requireNonNull(rules, "rules is null");
        this.smallFileBytes = targetFileBytes / 10 * 7;
        this.openRuns = requireNonNull(openRuns, "openRuns is null");
        this.knownKeys = rules.engine() == MergeEngine.FIRST_ROW
                ? Optional.of(new KnownKeys(readers.ofKeys(), rules, openRuns))
                : Optional.empty();
        this.deletion = requireNonNull(deletion, "deletion is null");
        this.lookup = new LookupCompaction.Tools(
                readers,
                readers.ofKeys(),
                rules,
                openRuns,
                deletion.map(Deletion::newestWins).orElse(false));
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
        private final Optional<LookupCompaction> lookups;
        private final List<DataFileMeta> before = new ArrayList<>();
        private final List<DataFileMeta> after = new ArrayList<>();
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
            this.vectors = deletion.map(table -> new VectorUpdate(base, table.files()));
            this.lookups = vectors.map(update -> new LookupCompaction(bucket, plan, update, lookup));
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
                if (file.level() == 0) {
                    lookups.ifPresent(look -> look.markReplacedBy(file));
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
            return file.level() == 0 && lookups.isPresent() && !lookups.get().canGoUp(file);
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
            if (lookups.isPresent()) {
                return lookups.get().open(sections);
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
            try (KeyValueReader reader = open(sections)) {
                while (reader.advance()) {
                    if (cancelled.getAsBoolean()) {
                        return;
                    }
                    writer.write(reader.current());
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
            return new CompactionResult(before, after, vectors.map(update -> update.finish(bucket)));
        }

        /** Deletes what was written, and returns what went wrong with that. */
        Failures discard() {
            var failures = new Failures();
            for (DataFileWriter writer : opened) {
                failures.collect(writer::abort);
            }
            for (DataFileMeta file : new CompactionResult(before, after).written()) {
                failures.collect(() -> writers.delete(bucket, file));
            }
            return failures;
        }
    }
}
