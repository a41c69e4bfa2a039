package dev.varve.table.maintain;

import static java.util.Objects.requireNonNull;

import dev.varve.table.fs.Location;
import dev.varve.table.manifest.IndexManifestEntry;
import dev.varve.table.manifest.IndexManifestEntry.DeletionVectorRange;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/** Checks the index files of a snapshot. Confined to one thread. */
final class IndexFilesCheck {
    /** A hash index is a plain list of 4-byte hashes. */
    private static final int HASH_BYTES = 4;

    private final TableFiles table;
    private final FileCheck files;
    private final Tally tally;

    IndexFilesCheck(TableFiles table, FileCheck files, Tally tally) {
        this.table = requireNonNull(table, "table is null");
        this.files = requireNonNull(files, "files is null");
        this.tally = requireNonNull(tally, "tally is null");
    }

    /** @param liveNames names of the snapshot's data files */
    void check(List<IndexManifestEntry> entries, Set<String> liveNames, Findings findings) {
        for (IndexManifestEntry entry : entries) {
            tally.count(Checked.INDEX_FILES);
            Location file = entry.externalPath()
                    .map(Location::of)
                    .orElseGet(() -> table.layout().indexFile(entry.name()));
            files.requirePresent(file, OptionalLong.of(entry.sizeBytes()), findings);
            if (entry.type().equals(IndexManifestEntry.HASH)) {
                findings.compare(
                        file.value(),
                        Rule.INDEX_FILE,
                        "a size in bytes for " + entry.rowCount() + " hashes of",
                        entry.rowCount() * HASH_BYTES,
                        entry.sizeBytes());
            }
            for (DeletionVectorRange range : entry.deletionVectors().orElse(List.of())) {
                vector(file, entry, range, liveNames, findings);
            }
        }
    }

    private static void vector(
            Location file,
            IndexManifestEntry entry,
            DeletionVectorRange range,
            Set<String> liveNames,
            Findings findings) {
        if (!liveNames.contains(range.dataFile())) {
            findings.add(
                    file.value(),
                    Rule.INDEX_FILE,
                    "deletion vectors of live files",
                    "one of " + range.dataFile() + ", which is not live");
        }
        if (range.offset() < 0 || range.length() < 0 || range.offset() + (long) range.length() > entry.sizeBytes()) {
            findings.add(
                    file.value(),
                    Rule.INDEX_FILE,
                    "deletion vectors within its " + entry.sizeBytes() + " bytes",
                    "one of " + range.length() + " bytes at " + range.offset());
        }
    }
}
