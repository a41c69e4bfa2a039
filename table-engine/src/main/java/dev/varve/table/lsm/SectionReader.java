package dev.varve.table.lsm;

import static java.util.Objects.requireNonNull;

import dev.varve.table.datafile.KeyValueLayout;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.merge.KeyValueReader;
import dev.varve.table.merge.MergeFunction;
import dev.varve.table.merge.SequenceOrder;
import dev.varve.table.row.KeyValue;
import java.util.List;
import java.util.function.Supplier;

/**
 * Files of a bucket as one merged stream in key order: section after section, a section of one run file after file, where only
 * retractions go to the merge function, a section of several runs through a {@link MergingReader}. At most one file of each run of one section is open at a time, and of no more
 * runs than {@link OpenRuns} allows.
 */
public final class SectionReader implements KeyValueReader {
    private final KeyValueReader versions;
    private final boolean dropRetracts;

    /**
     * How versions are found and merged.
     *
     * @param layout of the rows that {@code files} give
     * @param order age of versions
     * @param files opens a file
     * @param function makes a function for one reader
     * @param openRuns how many runs are read from their files at once
     */
    public record Merge(
            KeyValueLayout layout,
            SequenceOrder order,
            FileReaders files,
            Supplier<MergeFunction> function,
            OpenRuns openRuns) {
        public Merge {
            requireNonNull(layout, "layout is null");
            requireNonNull(order, "order is null");
            requireNonNull(files, "files is null");
            requireNonNull(function, "function is null");
            requireNonNull(openRuns, "openRuns is null");
        }

        /** Reads any number of runs from their files at once. */
        public Merge(KeyValueLayout layout, SequenceOrder order, FileReaders files, Supplier<MergeFunction> function) {
            this(layout, order, files, function, OpenRuns.UNBOUNDED);
        }
    }

    private SectionReader(KeyValueReader versions, boolean dropRetracts) {
        this.versions = versions;
        this.dropRetracts = dropRetracts;
    }

    /**
     * Reads sections; nothing is opened before the first {@link #advance}.
     *
     * @param sections in key order
     * @param dropRetracts whether keys whose merged version is a retraction are left out, as every read does
     */
    public static SectionReader open(List<Section> sections, Merge merge, boolean dropRetracts) {
        MergeFunction function = merge.function().get();
        List<Supplier<KeyValueReader>> parts = sections.stream()
                .<Supplier<KeyValueReader>>map(section -> () -> openSection(section, merge, function))
                .toList();
        return new SectionReader(new ConcatenatedReader(parts), dropRetracts);
    }

    private static KeyValueReader openSection(Section section, Merge merge, MergeFunction function) {
        List<KeyValueReader> runs =
                new SectionRuns(merge.layout(), merge.files(), merge.openRuns()).open(section.runs());
        if (runs.size() > 1) {
            return new MergingReader(runs, merge.layout(), merge.order(), function);
        }
        KeyValueReader run = runs.get(0);
        boolean mayHide = section.files().stream().anyMatch(DataFileMeta::mayHoldRetracts);
        return mayHide ? new LoneVersions(run, function) : run;
    }

    @Override
    public boolean advance() {
        while (versions.advance()) {
            if (!dropRetracts || versions.current().kind().isAdd()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public KeyValue current() {
        return versions.current();
    }

    @Override
    public void close() {
        versions.close();
    }
}
