package dev.varve.table.scan;

import static java.util.Objects.requireNonNull;

import dev.varve.table.datafile.DataFileReaders;
import dev.varve.table.lsm.OpenRuns;
import dev.varve.table.lsm.Section;
import dev.varve.table.lsm.SectionReader;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.merge.KeyValueReader;
import dev.varve.table.merge.MergeRules;
import dev.varve.table.predicate.Constant;
import dev.varve.table.predicate.Predicate;
import dev.varve.table.row.RowReader;
import dev.varve.table.type.RowType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Reads splits as merged rows without retractions, in key order. Rows of which a predicate is not true may be left out, where no
 * merge can need them (semantics, LSM tree, section 8): in a section of one run by all of its conjuncts, in one of several runs
 * by those on key columns, which hold for all versions of a key or for none. Safe for use by several threads.
 */
public final class SplitReaders {
    private final DataFileReaders files;
    private final MergeRules rules;
    private final Predicate predicate;
    private final Predicate onKeys;
    private final OpenRuns openRuns;

    /**
     * Reads all rows, of any number of runs at once.
     *
     * @param files gives the columns to read, key columns among them
     */
    public SplitReaders(DataFileReaders files, MergeRules rules) {
        this(files, rules, Constant.TRUE, OpenRuns.UNBOUNDED);
    }

    /**
     * @param files gives the columns to read, key columns among them
     * @param predicate over the columns to read; best effort, callers test rows themselves
     * @param openRuns how many runs a merge reads from their files at once
     */
    public SplitReaders(DataFileReaders files, MergeRules rules, Predicate predicate, OpenRuns openRuns) {
        this.files = requireNonNull(files, "files is null");
        this.rules = requireNonNull(rules, "rules is null");
        this.predicate = requireNonNull(predicate, "predicate is null");
        this.openRuns = requireNonNull(openRuns, "openRuns is null");
        List<String> keys = files.layout().keyType().names();
        this.onKeys = predicate.restrictTo(
                column -> keys.contains(files.layout().valueType().field(column).name()));
    }

    /** Rows of a split. */
    public KeyValueReader open(Split split) {
        return open(split, split.files());
    }

    /**
     * Rows of a split. Files that need no merge are read without key, sequence number and kind, unless these are wanted.
     *
     * @param columns first columns of those to read, the predicate's among them; rows may have the others too
     */
    public RowReader openRows(Split split, RowType columns) {
        List<Supplier<RowReader>> parts = new ArrayList<>();
        for (Section section : sections(split, split.files())) {
            boolean isPlain =
                    section.isSingleRun() && section.files().stream().noneMatch(DataFileMeta::mayHoldRetracts);
            if (isPlain) {
                for (DataFileMeta file : section.files()) {
                    parts.add(() ->
                            files.openRows(split.bucket(), file, split.vectors().of(file), columns, pushed(predicate)));
                }
            } else {
                parts.add(() -> new MergedRows(merged(split, List.of(section))));
            }
        }
        return new ConcatenatedRows(parts);
    }

    /** Rows found in some files of a split; whoever chose them knows that no other file holds versions of their keys. */
    public KeyValueReader open(Split split, List<DataFileMeta> chosen) {
        return merged(split, sections(split, chosen));
    }

    private List<Section> sections(Split split, List<DataFileMeta> chosen) {
        // Where a file does not tell whether it holds retractions, sections find out.
        boolean apart = split.raw() && split.rowCount().isPresent();
        return apart
                ? chosen.stream()
                        .map(file -> new Section(List.of(List.of(file))))
                        .toList()
                : Section.partition(chosen, files.layout().keyOrder());
    }

    private KeyValueReader merged(Split split, List<Section> sections) {
        Set<String> alone = sections.stream()
                .filter(Section::isSingleRun)
                .flatMap(section -> section.files().stream())
                .filter(file -> !rules.makesRowsOfRetractions() || !file.mayHoldRetracts())
                .map(DataFileMeta::name)
                .collect(Collectors.toSet());
        var merge = new SectionReader.Merge(
                files.layout(),
                rules.order(),
                file -> files.open(
                        split.bucket(),
                        file,
                        split.vectors().of(file),
                        pushed(alone.contains(file.name()) ? predicate : onKeys)),
                rules.function(),
                openRuns);
        return SectionReader.open(sections, merge, true);
    }

    private static Optional<Predicate> pushed(Predicate condition) {
        return condition == Constant.TRUE ? Optional.empty() : Optional.of(condition);
    }
}
