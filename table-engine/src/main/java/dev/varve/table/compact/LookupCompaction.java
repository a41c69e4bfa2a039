package dev.varve.table.compact;

import static java.util.Objects.requireNonNull;

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
 * Opens the files of one compaction of one bucket as a lookup compaction needs them: without the rows that deletion vectors delete,
 * and together with what older runs know of their keys. Confined to one thread.
 */
final class LookupCompaction {
    private final BucketId bucket;
    private final CompactionPlan plan;
    private final VectorUpdate vectors;
    private final Tools tools;

    /**
     * What does not depend on the bucket. Immutable.
     *
     * @param readers open files with all columns
     * @param keyReaders open files with the key columns alone
     * @param newestWins whether the newest version says all about its key, so that the values of older ones do not matter
     */
    record Tools(
            DataFileReaders readers,
            DataFileReaders keyReaders,
            MergeRules rules,
            OpenRuns openRuns,
            boolean newestWins) {
        Tools {
            requireNonNull(readers, "readers is null");
            requireNonNull(keyReaders, "keyReaders is null");
            requireNonNull(rules, "rules is null");
            requireNonNull(openRuns, "openRuns is null");
        }

        KeyValueLayout layout() {
            return readers.layout();
        }
    }

    LookupCompaction(BucketId bucket, CompactionPlan plan, VectorUpdate vectors, Tools tools) {
        this.bucket = requireNonNull(bucket, "bucket is null");
        this.plan = requireNonNull(plan, "plan is null");
        this.vectors = requireNonNull(vectors, "vectors is null");
        this.tools = requireNonNull(tools, "tools is null");
    }

    /**
     * The merged rows of sections, without keys that are deleted: nothing above level 0 may hold a retraction, since readers take
     * such files as they are. Rows of older runs that are replaced are marked on the way.
     */
    KeyValueReader open(List<Section> sections) {
        List<DataFileMeta> files =
                sections.stream().flatMap(section -> section.files().stream()).toList();
        List<DataFileMeta> fresh =
                files.stream().filter(file -> file.level() == 0).toList();
        if (fresh.isEmpty() || plan.older().isEmpty()) {
            return SectionReader.open(sections, merge(tools.rules().function()), true);
        }
        List<DataFileMeta> merged =
                files.stream().filter(file -> file.level() > 0).toList();
        return new LookupMerge(
                VersionsReader.open(partition(fresh), merge(tools.rules().function())),
                SectionReader.open(partition(merged), merge(NewestVersion::new), false),
                older(fresh, !tools.newestWins()),
                new LookupMerge.Rules(
                        tools.layout().keyOrder(),
                        tools.rules().order(),
                        tools.rules().function().get(),
                        !tools.newestWins(),
                        true),
                new Marking());
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
    private PreviousVersions older(List<DataFileMeta> fresh, boolean withValues) {
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
        return readers.open(bucket, file, vectors.of(file), pushed);
    }

    /** Whether a level-0 file can go up as it is: what it replaces, if anything, needs no merge with it. */
    boolean canGoUp(DataFileMeta file) {
        return !file.mayHoldRetracts() && (tools.newestWins() || !mayReplace(file));
    }

    /** Marks what a level-0 file replaces that goes up as it is. */
    void markReplacedBy(DataFileMeta file) {
        if (!mayReplace(file)) {
            return;
        }
        try (KeyValueReader keys = open(tools.keyReaders(), file, Optional.empty());
                PreviousVersions previous = older(List.of(file), false)) {
            while (keys.advance()) {
                if (previous.find(keys.current().key())) {
                    vectors.mark(previous.file(), previous.position());
                }
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

    private final class Marking implements LookupMerge.Watcher {
        @Override
        public void found(PreviousVersions previous) {
            vectors.mark(previous.file(), previous.position());
        }

        @Override
        public void merged(KeyValue before, KeyValue after) {
            // Nobody wants to know.
        }
    }

    /** Above level 0 the newest version is the whole row. */
    private static final class NewestVersion implements MergeFunction {
        private KeyValue newest;

        @Override
        public void reset() {
            newest = null;
        }

        @Override
        public void add(KeyValue version) {
            newest = version;
        }

        @Override
        public KeyValue result() {
            return newest;
        }
    }
}
