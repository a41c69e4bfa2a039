package dev.varve.table.scan;

import static java.util.Objects.requireNonNull;

import dev.varve.table.datafile.DataFileReaders;
import dev.varve.table.lsm.Section;
import dev.varve.table.lsm.SectionReader;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.merge.KeyValueReader;
import dev.varve.table.merge.MergeRules;
import java.util.List;

/** Reads splits as merged rows without retractions, in key order. Safe for use by several threads. */
public final class SplitReaders {
    private final DataFileReaders files;
    private final MergeRules rules;

    /** @param files gives the columns to read, key columns among them */
    public SplitReaders(DataFileReaders files, MergeRules rules) {
        this.files = requireNonNull(files, "files is null");
        this.rules = requireNonNull(rules, "rules is null");
    }

    /** All rows of a split. */
    public KeyValueReader open(Split split) {
        return open(split, split.files());
    }

    /** Rows found in some files of a split; whoever chose them knows that no other file holds versions of their keys. */
    public KeyValueReader open(Split split, List<DataFileMeta> chosen) {
        var merge = new SectionReader.Merge(
                files.layout(), rules.order(), file -> files.open(split.bucket(), file), rules.function());
        return SectionReader.open(Section.partition(chosen, files.layout().keyOrder()), merge, true);
    }
}
