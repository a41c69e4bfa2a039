package dev.varve.table.manifest;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * What a compaction does to the deletion vectors of its bucket. It can only be committed on top of the vectors that it has read:
 * it took rows that they delete for deleted, and all others for live.
 *
 * @param before the file that held them; empty if there was none
 * @param after the file that holds them from now on; empty if no row is deleted any more; {@code before} if nothing changes
 */
public record VectorChange(Optional<IndexManifestEntry> before, Optional<IndexManifestEntry> after) {
    public VectorChange {
        requireNonNull(before, "before is null");
        requireNonNull(after, "after is null");
    }

    /** The file that was written and nobody else names. */
    public Optional<IndexManifestEntry> written() {
        return after.filter(entry -> !entry.name().equals(beforeName()));
    }

    /** Whether the snapshot will name another file, or none. */
    public boolean isChange() {
        return !before.map(IndexManifestEntry::name).equals(after.map(IndexManifestEntry::name));
    }

    /** Whether these are the vectors that the compaction has read. */
    public boolean fits(Optional<IndexManifestEntry> current) {
        return before.map(IndexManifestEntry::name).equals(current.map(IndexManifestEntry::name));
    }

    private String beforeName() {
        return before.map(IndexManifestEntry::name).orElse("");
    }
}
