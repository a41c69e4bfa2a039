package dev.varve.table.compact;

import static java.util.Objects.requireNonNull;

import dev.varve.table.changelog.ChangeWriter;
import dev.varve.table.changelog.CompactionChangelog;
import dev.varve.table.datafile.DataFileReaders;
import dev.varve.table.datafile.FileVersions;
import dev.varve.table.datafile.KeyValueLayout;
import dev.varve.table.lsm.OpenRuns;
import dev.varve.table.lsm.Section;
import dev.varve.table.lsm.SectionReader;
import dev.varve.table.lsm.VersionsReader;
import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.merge.KeyValueReader;
import dev.varve.table.merge.MergeFunction;
import dev.varve.table.merge.MergeRules;
import dev.varve.table.predicate.Comparison;
import dev.varve.table.predicate.Literal;
import dev.varve.table.predicate.Predicate;
import dev.varve.table.row.KeyValue;
import dev.varve.table.row.Row;
import dev.varve.table.row.ValueReader;
import dev.varve.table.type.DataField;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Opens the files of one compaction of one bucket for a merge that knows what became of each key: <em>fresh</em> files, of the levels
 * whose changes nobody has been told of, apart from the others, and together with what older runs know of their keys; all without the
 * rows that deletion vectors delete.
 *
 * <pre>
 * lookup            fresh: level 0                        told: the lowest level above it that has the key
 * full compaction   fresh: all but the highest level      told: the highest level
 * </pre>
 *
 * Confined to one thread.
 */
final class LookupCompaction {
    private final BucketId bucket;
    private final CompactionPlan plan;
    private final Optional<VectorUpdate> vectors;
    private final Optional<ChangeWriter> changes;
    private final Tools tools;
    private final int toldFrom;

    /**
     * What does not depend on the bucket. Immutable.
     *
     * @param readers open files with all columns
     * @param keyReaders open files with the key columns alone
     * @param newestWins whether the newest version says all about its key, so that the values of older ones do not matter to it
     * @param changelog what is told of it
     */
    record Tools(
            DataFileReaders readers,
            DataFileReaders keyReaders,
            MergeRules rules,
            OpenRuns openRuns,
            boolean newestWins,
            CompactionChangelog changelog) {
        Tools {
            requireNonNull(readers, "readers is null");
            requireNonNull(keyReaders, "keyReaders is null");
            requireNonNull(rules, "rules is null");
            requireNonNull(openRuns, "openRuns is null");
            requireNonNull(changelog, "changelog is null");
        }

        KeyValueLayout layout() {
            return readers.layout();
        }
    }

    /**
     * @param vectors in tables with deletion vectors: rows of older runs that are replaced are marked
     * @param changes if what becomes of keys is told
     */
    LookupCompaction(
            BucketId bucket,
            CompactionPlan plan,
            Optional<VectorUpdate> vectors,
            Optional<ChangeWriter> changes,
            Tools tools) {
        this.bucket = requireNonNull(bucket, "bucket is null");
        this.plan = requireNonNull(plan, "plan is null");
        this.vectors = requireNonNull(vectors, "vectors is null");
        this.changes = requireNonNull(changes, "changes is null");
        this.tools = requireNonNull(tools, "tools is null");
        this.toldFrom = tools.changelog().toldFrom(plan.highestLevel());
    }

    /** Whether readers of changes have not been told of a file's rows. */
    boolean isFresh(DataFileMeta file) {
        return file.level() < toldFrom;
    }

    /**
     * The merged rows of sections. Those of keys that are deleted are left out where nothing older can come to light by that, and
     * with deletion vectors: there nothing above level 0 may hold a retraction, since readers take such files as they are. Rows of older
     * runs that are replaced are marked on the way, and changes are told.
     */
    KeyValueReader open(List<Section> sections) {
        List<DataFileMeta> files =
                sections.stream().flatMap(section -> section.files().stream()).toList();
        boolean dropsRetracts = plan.complete() || vectors.isPresent();
        List<DataFileMeta> fresh = files.stream().filter(this::isFresh).toList();
        boolean nothingToTell = changes.isEmpty() && plan.older().isEmpty();
        if (fresh.isEmpty() || nothingToTell) {
            return SectionReader.open(sections, merge(tools.rules().function()), dropsRetracts);
        }
        List<DataFileMeta> told = files.stream().filter(file -> !isFresh(file)).toList();
        return new LookupMerge(
                VersionsReader.open(partition(fresh), merge(tools.rules().function())),
                SectionReader.open(partition(told), merge(ToldVersion::new), false),
                older(fresh),
                new LookupMerge.Rules(
                        tools.layout().keyOrder(),
                        tools.rules().order(),
                        tools.rules().function().get(),
                        changes.isPresent() || !tools.newestWins(),
                        dropsRetracts),
                new Watching());
    }

    private List<Section> partition(List<DataFileMeta> files) {
        return Section.partition(files, tools.layout().keyOrder());
    }

    private SectionReader.Merge merge(Supplier<MergeFunction> function) {
        return new SectionReader.Merge(
                tools.layout(),
                tools.rules().order(),
                file -> open(tools.readers(), file, Optional.empty()),
                function,
                tools.openRuns());
    }

    /** What older runs know of the keys of some files; of no others, so that much of an older file need not be read. */
    private PreviousVersions older(List<DataFileMeta> fresh) {
        boolean withValues = changes.isPresent() || !tools.newestWins();
        DataFileReaders readers = withValues ? tools.readers() : tools.keyReaders();
        Optional<Predicate> range = Optional.of(range(fresh, readers.layout()));
        return new OlderRuns(
                plan.older(), file -> open(readers, file, range), tools.layout().keyOrder());
    }

    /** That the first key column lies where it lies in the files. */
    private static Predicate range(List<DataFileMeta> files, KeyValueLayout layout) {
        List<Row> bounds = new ArrayList<>();
        files.forEach(file -> bounds.addAll(List.of(file.minKey(), file.maxKey())));
        return Predicate.and(List.of(
                firstColumn(Comparison.Operator.GE, Collections.min(bounds, layout.keyOrder()), layout),
                firstColumn(Comparison.Operator.LE, Collections.max(bounds, layout.keyOrder()), layout)));
    }

    private static Predicate firstColumn(Comparison.Operator operator, Row key, KeyValueLayout layout) {
        DataField column = layout.keyType().field(0);
        return new Comparison(
                layout.valueType().indexOf(column.name()),
                operator,
                Literal.of(column.type(), ValueReader.valueAt(key, 0, column.type())));
    }

    private FileVersions open(DataFileReaders readers, DataFileMeta file, Optional<Predicate> pushed) {
        return readers.open(bucket, file, vectors.flatMap(update -> update.of(file)), pushed);
    }

    /** Whether a fresh file can go up as it is: what it replaces, if anything, needs no merge with it. */
    boolean canGoUp(DataFileMeta file) {
        if (file.mayHoldRetracts() && !(tools.newestWins() && vectors.isEmpty())) {
            return false;
        }
        return tools.newestWins() ? isNewerThanOlderRuns(file) : !mayReplace(file);
    }

    /** So it always is, unless several writers have numbered rows of the bucket without knowing of one another. */
    private boolean isNewerThanOlderRuns(DataFileMeta file) {
        return changes.isEmpty()
                || plan.older().stream()
                        .flatMap(run -> run.files().stream())
                        .allMatch(other -> other.maxSequence() < file.minSequence());
    }

    /** A fresh file goes up as it is: marks what it replaces, and tells what it changes. */
    void goesUp(DataFileMeta file) {
        if (changes.isEmpty() && (vectors.isEmpty() || !mayReplace(file))) {
            return;
        }
        DataFileReaders readers = changes.isPresent() ? tools.readers() : tools.keyReaders();
        LookupMerge.Watcher watcher = new Watching();
        try (KeyValueReader versions = open(readers, file, Optional.empty());
                PreviousVersions previous = older(List.of(file))) {
            while (versions.advance()) {
                boolean found = previous.find(versions.current().key());
                if (found) {
                    watcher.found(previous);
                }
                watcher.merged(found ? previous.version() : null, versions.current());
            }
        }
    }

    /** Whether an older run may hold a key of the file. */
    private boolean mayReplace(DataFileMeta file) {
        return plan.older().stream()
                .flatMap(run -> run.files().stream())
                .anyMatch(other -> tools.layout().keyOrder().compare(file.minKey(), other.maxKey()) <= 0
                        && tools.layout().keyOrder().compare(other.minKey(), file.maxKey()) <= 0);
    }

    private final class Watching implements LookupMerge.Watcher {
        @Override
        public void found(PreviousVersions previous) {
            if (vectors.isPresent()) {
                vectors.get().mark(previous.file(), previous.position());
            }
        }

        @Override
        public void merged(KeyValue before, KeyValue after) {
            if (changes.isPresent()) {
                changes.get().write(before, after);
            }
        }
    }

    /** Of what is told, the version on the lowest level is the whole row. */
    private static final class ToldVersion implements MergeFunction {
        private KeyValue lowest;

        @Override
        public void reset() {
            lowest = null;
        }

        @Override
        public void add(KeyValue version) {
            if (lowest == null || version.level() <= lowest.level()) {
                lowest = version;
            }
        }

        @Override
        public KeyValue result() {
            return lowest;
        }
    }
}
