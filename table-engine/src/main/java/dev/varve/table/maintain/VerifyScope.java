package dev.varve.table.maintain;

/**
 * How much of a table is verified.
 *
 * @param deep whether the rows of data and changelog files are read; otherwise files are only looked for
 * @param allSnapshots all snapshots and tags instead of the newest snapshot
 */
public record VerifyScope(boolean deep, boolean allSnapshots) {}
