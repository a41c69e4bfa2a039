package dev.varve.table.maintain;

import java.util.Locale;

/** What a verification counts. The names are printed. */
public enum Checked {
    SNAPSHOTS,
    /** Snapshots that expired while they were checked: what was found about them is not told. */
    EXPIRED_MEANWHILE,
    TAGS,
    MANIFEST_LISTS,
    MANIFESTS,
    ENTRIES,
    DATA_FILES,
    CHANGELOG_FILES,
    INDEX_FILES,
    DELETION_VECTORS,
    /** Sizes of data and changelog files together. */
    BYTES,
    /** Files of formats that this engine does not read: their rows were not looked at. */
    UNREAD_FILES,
    /** Rows of data and changelog files; 0 unless rows were read. */
    ROWS,
    /** Keys of which several versions were compared. */
    KEYS_WITH_SEVERAL_VERSIONS;

    /** The name as it is printed: {@code data_files}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
