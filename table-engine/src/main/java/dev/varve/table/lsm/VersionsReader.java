package dev.varve.table.lsm;

import dev.varve.table.merge.KeyValueReader;
import dev.varve.table.merge.MergeFunction;
import dev.varve.table.row.KeyValue;
import dev.varve.table.row.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Files of a bucket key by key, with all versions of a key at once and unmerged: for merges that must see more than these files
 * have. Confined to one thread; close it.
 */
public final class VersionsReader implements AutoCloseable {
    private final KeyValueReader keys;
    private final Collected collected;

    private VersionsReader(KeyValueReader keys, Collected collected) {
        this.keys = keys;
        this.collected = collected;
    }

    /**
     * Reads sections; nothing is opened before the first {@link #advance}.
     *
     * @param sections in key order
     * @param merge how versions are found and ordered; its function is not used
     */
    public static VersionsReader open(List<Section> sections, SectionReader.Merge merge) {
        var collected = new Collected();
        List<Supplier<KeyValueReader>> parts = sections.stream()
                .<Supplier<KeyValueReader>>map(section -> () -> openSection(section, merge, collected))
                .toList();
        return new VersionsReader(new ConcatenatedReader(parts), collected);
    }

    private static KeyValueReader openSection(Section section, SectionReader.Merge merge, Collected collected) {
        List<KeyValueReader> runs =
                new SectionRuns(merge.layout(), merge.files(), merge.openRuns()).open(section.runs());
        return runs.size() == 1
                ? new OneRun(runs.get(0), collected)
                : new MergingReader(runs, merge.layout(), merge.order(), collected);
    }

    /** Moves to the next key; false at the end. */
    public boolean advance() {
        return keys.advance();
    }

    /** The current key. Lent until the next {@link #advance}. */
    public Row key() {
        return keys.current().key();
    }

    /** Versions of the current key, at least one, from old to new. Lent, with their list, until the next {@link #advance}. */
    public List<KeyValue> versions() {
        return collected.versions;
    }

    @Override
    public void close() {
        keys.close();
    }

    /** Keeps the versions that a merge is about to merge. */
    private static final class Collected implements MergeFunction {
        private final List<KeyValue> versions = new ArrayList<>();

        @Override
        public void reset() {
            versions.clear();
        }

        @Override
        public void add(KeyValue version) {
            versions.add(version);
        }

        @Override
        public KeyValue result() {
            return versions.get(versions.size() - 1);
        }
    }

    /** A run without a second one: each version is the only one of its key. */
    private static final class OneRun implements KeyValueReader {
        private final KeyValueReader run;
        private final Collected collected;

        OneRun(KeyValueReader run, Collected collected) {
            this.run = run;
            this.collected = collected;
        }

        @Override
        public boolean advance() {
            if (!run.advance()) {
                return false;
            }
            collected.reset();
            collected.add(run.current());
            return true;
        }

        @Override
        public KeyValue current() {
            return run.current();
        }

        @Override
        public void close() {
            run.close();
        }
    }
}
