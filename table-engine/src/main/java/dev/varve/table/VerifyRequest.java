package dev.varve.table;

/**
 * How much of a table is verified.
 *
 * @param deep whether the rows of data and changelog files are read; otherwise it is only looked whether files are there and have
 *     their size
 * @param allSnapshots all snapshots and tags, with their changelogs, instead of the newest snapshot
 */
public record VerifyRequest(boolean deep, boolean allSnapshots) {
    /** The newest snapshot, without reading rows. */
    public static VerifyRequest newest() {
        return new VerifyRequest(false, false);
    }

    /** Everything there is to read. */
    public static VerifyRequest everything() {
        return new VerifyRequest(true, true);
    }

    public VerifyRequest withRows() {
        return new VerifyRequest(true, allSnapshots);
    }
}
