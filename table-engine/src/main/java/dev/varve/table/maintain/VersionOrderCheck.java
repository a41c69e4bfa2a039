package dev.varve.table.maintain;

import static java.util.Objects.requireNonNull;

import dev.varve.table.datafile.DataFileReaders;
import dev.varve.table.datafile.KeyValueLayout;
import dev.varve.table.lsm.Section;
import dev.varve.table.lsm.SectionReader;
import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.merge.KeyValueReader;
import dev.varve.table.merge.MergeFunction;
import dev.varve.table.merge.MergedColumn;
import dev.varve.table.merge.SequenceOrder;
import dev.varve.table.option.MergeEngine;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.KeyValue;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowText;
import dev.varve.table.schema.TableSchema;
import java.util.List;

/**
 * Compares the versions of each key of a bucket: from old to new by sequence number, levels must not rise, and no number may occur
 * twice. In a first-row table, whose readers take what lies above level 0 without a merge, a key must lie there once only. Files whose ranges overlap no other are not read; of the others the keys are, merged as a scan merges them, so memory is that
 * of a scan of one bucket. Only for tables whose versions are as old as their sequence numbers say. Confined to one thread.
 */
final class VersionOrderCheck {
    private final TableFiles table;
    private final KeyValueLayout layout;
    private final DataFileReaders readers;
    private final Tally tally;
    private final boolean firstRow;

    VersionOrderCheck(TableFiles table, Tally tally) {
        TableSchema schema = table.schema();
        this.table = requireNonNull(table, "table is null");
        this.tally = requireNonNull(tally, "tally is null");
        this.firstRow = schema.tableOptions().mergeEngine() == MergeEngine.FIRST_ROW;
        this.layout = KeyValueLayout.of(schema.keyType(), schema.trimmedPrimaryKeys());
        this.readers = new DataFileReaders(
                table.io(), table.paths(), table.schemas(), layout, table.env().zone());
    }

    /**
     * Whether sequence numbers alone say what is newer in this table, and it matters: where no column asks for the order of
     * arrival, several writers may write one key at once, and their numbers overlap.
     */
    static boolean applies(TableSchema schema) {
        return MergedColumn.of(schema, schema.tableOptions()).stream().anyMatch(MergedColumn::ordered);
    }

    /** @param files live files of one bucket, all of which can be read */
    void check(BucketId bucket, List<DataFileMeta> files, Findings findings) {
        List<Section> overlapping = Section.partition(files, layout.keyOrder()).stream()
                .filter(section -> !section.isSingleRun())
                .toList();
        if (overlapping.isEmpty()) {
            return;
        }
        var ofRows = new RowFindings(table.paths().directory(bucket).value());
        var versions = new Versions(ofRows);
        var merge = new SectionReader.Merge(
                layout,
                SequenceOrder.ARRIVAL,
                file -> new TaggedReader(readers.open(bucket, file), file),
                () -> versions);
        try (SectionReader keys = SectionReader.open(overlapping, merge, false)) {
            while (keys.advance()) {
                // Keys with one version only.
            }
        }
        tally.add(Checked.KEYS_WITH_SEVERAL_VERSIONS, versions.keys);
        ofRows.reportTo(findings);
    }

    /** Versions with a row of level and file name in place of their value. */
    private static final class TaggedReader implements KeyValueReader {
        private final KeyValueReader versions;
        private final Row tag;
        private final KeyValue tagged = new KeyValue();

        TaggedReader(KeyValueReader versions, DataFileMeta file) {
            this.versions = versions;
            this.tag = GenericRow.of(file.level(), BinaryString.of(file.name()));
        }

        @Override
        public boolean advance() {
            if (!versions.advance()) {
                return false;
            }
            KeyValue version = versions.current();
            tagged.replace(version.key(), version.sequence(), version.kind(), tag);
            return true;
        }

        @Override
        public KeyValue current() {
            return tagged;
        }

        @Override
        public void close() {
            versions.close();
        }
    }

    /** Is given the versions of a key from old to new, and makes nothing of them. */
    private final class Versions implements MergeFunction {
        private final RowFindings findings;
        private KeyValue older;
        private KeyValue aboveLevelZero;
        private long keys;

        Versions(RowFindings findings) {
            this.findings = findings;
        }

        @Override
        public void reset() {
            older = null;
            aboveLevelZero = null;
        }

        @Override
        public void add(KeyValue version) {
            keys += older == null ? 1 : 0;
            if (older != null && older.sequence() == version.sequence()) {
                findings.add(
                        Rule.VERSION_ORDER,
                        "equal",
                        keys,
                        "versions of a key with different sequence numbers",
                        describe(older) + " and " + describe(version));
            } else if (older != null && level(version) > level(older)) {
                findings.add(
                        Rule.VERSION_ORDER,
                        "level",
                        keys,
                        "no newer version of a key on a higher level",
                        describe(version) + " above " + describe(older));
            }
            if (firstRow && level(version) > 0) {
                merged(version);
            }
            older = version;
        }

        private void merged(KeyValue version) {
            if (aboveLevelZero != null) {
                findings.add(
                        Rule.VERSION_ORDER,
                        "twice",
                        keys,
                        "a key once above level 0, as a first-row table is read without a merge there",
                        describe(version) + " and " + describe(aboveLevelZero));
            }
            aboveLevelZero = version;
        }

        @Override
        public KeyValue result() {
            return null;
        }

        private int level(KeyValue version) {
            return version.value().intAt(0);
        }

        private String describe(KeyValue version) {
            return "key " + RowText.of(version.key(), layout.keyType()) + " sequence number " + version.sequence()
                    + " on level " + level(version) + " in " + version.value().stringAt(1);
        }
    }
}
