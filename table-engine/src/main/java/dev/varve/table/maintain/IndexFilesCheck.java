package dev.varve.table.maintain;

import static java.util.Objects.requireNonNull;

import dev.varve.table.deletion.DeletionVector;
import dev.varve.table.deletion.DeletionVectorFiles;
import dev.varve.table.deletion.VectorPlace;
import dev.varve.table.error.CorruptTableException;
import dev.varve.table.fs.Location;
import dev.varve.table.manifest.BucketVectors;
import dev.varve.table.manifest.IndexManifestEntry;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Checks the index files of a snapshot. Confined to one thread. */
final class IndexFilesCheck {
    /** A hash index is a plain list of 4-byte hashes. */
    private static final int HASH_BYTES = 4;

    private final TableFiles table;
    private final FileCheck files;
    private final Tally tally;
    private final DeletionVectorFiles vectors;

    IndexFilesCheck(TableFiles table, FileCheck files, Tally tally) {
        this.table = requireNonNull(table, "table is null");
        this.files = requireNonNull(files, "files is null");
        this.tally = requireNonNull(tally, "tally is null");
        this.vectors = new DeletionVectorFiles(table.io());
    }

    /** @param liveRows row counts of the snapshot's data files by name */
    void check(List<IndexManifestEntry> entries, Map<String, Long> liveRows, Findings findings) {
        for (IndexManifestEntry entry : entries) {
            tally.count(Checked.INDEX_FILES);
            Location file = entry.externalPath()
                    .map(Location::of)
                    .orElseGet(() -> table.layout().indexFile(entry.name()));
            boolean present = files.requirePresent(file, OptionalLong.of(entry.sizeBytes()), findings);
            if (entry.type().equals(IndexManifestEntry.HASH)) {
                findings.compare(
                        file.value(),
                        Rule.INDEX_FILE,
                        "a size in bytes for " + entry.rowCount() + " hashes of",
                        entry.rowCount() * HASH_BYTES,
                        entry.sizeBytes());
            }
            for (VectorPlace place :
                    BucketVectors.of(entry, table.layout()).places().values()) {
                if (isInPlace(place, liveRows, findings) && present) {
                    vector(place, liveRows.getOrDefault(place.dataFile(), Long.MAX_VALUE), findings);
                }
            }
        }
    }

    private static boolean isInPlace(VectorPlace place, Map<String, Long> liveRows, Findings findings) {
        String file = place.file().value();
        if (!liveRows.containsKey(place.dataFile())) {
            findings.add(
                    file,
                    Rule.INDEX_FILE,
                    "deletion vectors of live files",
                    "one of " + place.dataFile() + ", which is not live");
        }
        if (place.offset() < 0 || place.length() < 0 || place.offset() + (long) place.length() > place.fileBytes()) {
            findings.add(
                    file,
                    Rule.INDEX_FILE,
                    "deletion vectors within its " + place.fileBytes() + " bytes",
                    "one of " + place.length() + " bytes at " + place.offset());
            return false;
        }
        return true;
    }

    private void vector(VectorPlace place, long rows, Findings findings) {
        try {
            DeletionVector vector = vectors.read(place);
            tally.count(Checked.DELETION_VECTORS);
            if (vector.last() >= rows) {
                findings.add(
                        place.file().value(),
                        Rule.INDEX_FILE,
                        "deleted rows among the " + rows + " of " + place.dataFile(),
                        "row " + vector.last());
            }
        } catch (CorruptTableException e) {
            findings.add(place.file().value(), Rule.INDEX_FILE, "a readable deletion vector", e.getMessage());
        }
    }
}
