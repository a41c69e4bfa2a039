package dev.varve.table.scan;

import static java.util.Objects.requireNonNull;

import dev.varve.table.lsm.Section;
import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.BucketVectors;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.option.MergeEngine;
import java.util.ArrayList;
import java.util.List;

/** Divides the files of a bucket into splits (semantics, reads, section 5). Sections are never divided. Immutable. */
final class SplitPacker {
    private final SplitSettings settings;

    SplitPacker(SplitSettings settings) {
        this.settings = requireNonNull(settings, "settings is null");
    }

    /** The splits of a bucket, in key order where they are merged. */
    List<Split> pack(BucketId bucket, List<Section> sections, BucketVectors vectors) {
        List<DataFileMeta> files =
                sections.stream().flatMap(section -> section.files().stream()).toList();
        boolean raw = isRaw(files);
        List<List<DataFileMeta>> items = raw
                ? files.stream().map(List::of).toList()
                : sections.stream().map(Section::files).toList();
        var splits = new ArrayList<Split>();
        for (List<DataFileMeta> packed : pack(items)) {
            boolean single = packed.size() == 1 && !hasRetracts(packed.get(0));
            splits.add(new Split(bucket, packed, raw || single, vectors));
        }
        return splits;
    }

    /** Whether no file needs to be merged with another. */
    private boolean isRaw(List<DataFileMeta> files) {
        boolean apart = settings.deletionVectors()
                || settings.engine() == MergeEngine.FIRST_ROW
                || files.stream().map(DataFileMeta::level).distinct().count() <= 1;
        return apart && files.stream().allMatch(file -> file.level() >= 1 && !hasRetracts(file));
    }

    /** Old files that do not tell count as having none; reading such a file still leaves out what it has. */
    private static boolean hasRetracts(DataFileMeta file) {
        return file.deleteRowCount().orElse(0L) > 0;
    }

    private List<List<DataFileMeta>> pack(List<List<DataFileMeta>> items) {
        var packs = new ArrayList<List<DataFileMeta>>();
        var current = new ArrayList<DataFileMeta>();
        long weight = 0;
        for (List<DataFileMeta> item : items) {
            long size = item.stream().mapToLong(DataFileMeta::sizeBytes).sum();
            long itemWeight = Math.max(size, settings.openFileCostBytes());
            if (!current.isEmpty() && weight + itemWeight > settings.targetBytes()) {
                packs.add(List.copyOf(current));
                current.clear();
                weight = 0;
            }
            current.addAll(item);
            weight += itemWeight;
        }
        if (!current.isEmpty()) {
            packs.add(List.copyOf(current));
        }
        return packs;
    }
}
