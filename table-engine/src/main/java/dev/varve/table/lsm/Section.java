package dev.varve.table.lsm;

import dev.varve.table.error.Check;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowComparator;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Files whose key ranges overlap in a chain, packed into as few runs as possible; no file outside has a key in between. Only
 * within a section must runs be merged (semantics, LSM tree, section 6.1).
 *
 * @param runs files with disjoint ranges each, ascending by key
 */
public record Section(List<List<DataFileMeta>> runs) {
    public Section {
        runs = runs.stream().map(List::copyOf).toList();
        Check.argument(!runs.isEmpty(), "a section has at least one run");
    }

    /** Whether its files can be read one after another without a merge. */
    public boolean isSingleRun() {
        return runs.size() == 1;
    }

    /** All files, run by run. */
    public List<DataFileMeta> files() {
        return runs.stream().flatMap(List::stream).toList();
    }

    /**
     * Interval partition: sorted by lower bound, a file belongs to the section before it if it begins at or before the greatest
     * key seen there. Inside a section each file goes to the run that ends first, if it begins behind that run's end, else it
     * opens a run of its own.
     *
     * @return sections in key order
     */
    public static List<Section> partition(Collection<DataFileMeta> files, RowComparator keyOrder) {
        var sorted = new ArrayList<>(files);
        sorted.sort(Comparator.comparing(DataFileMeta::minKey, keyOrder)
                .thenComparing(DataFileMeta::maxKey, keyOrder)
                .thenComparing(DataFileMeta::name));
        var sections = new ArrayList<Section>();
        var chain = new ArrayList<DataFileMeta>();
        Row end = null;
        for (DataFileMeta file : sorted) {
            if (end != null && keyOrder.compare(file.minKey(), end) > 0) {
                sections.add(pack(chain, keyOrder));
                chain.clear();
                end = null;
            }
            chain.add(file);
            if (end == null || keyOrder.compare(file.maxKey(), end) > 0) {
                end = file.maxKey();
            }
        }
        if (!chain.isEmpty()) {
            sections.add(pack(chain, keyOrder));
        }
        return sections;
    }

    private static Section pack(List<DataFileMeta> chain, RowComparator keyOrder) {
        var runs = new PriorityQueue<List<DataFileMeta>>(Comparator.comparing(Section::endOf, keyOrder));
        for (DataFileMeta file : chain) {
            List<DataFileMeta> first = runs.peek();
            if (first != null && keyOrder.compare(file.minKey(), endOf(first)) > 0) {
                runs.poll();
                first.add(file);
                runs.add(first);
            } else {
                var opened = new ArrayList<DataFileMeta>();
                opened.add(file);
                runs.add(opened);
            }
        }
        return new Section(List.copyOf(runs));
    }

    private static Row endOf(List<DataFileMeta> run) {
        return run.get(run.size() - 1).maxKey();
    }
}
