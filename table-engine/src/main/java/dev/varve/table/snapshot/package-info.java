/**
 * {@link dev.varve.table.snapshot.Snapshot}, the numbered store, hints, and the values in which a commit is asked for and
 * answered. Imports {@code error}, {@code fs} and {@code layout}; Jackson stays in {@code JsonKeys} and {@code SnapshotJson}.
 */
package dev.varve.table.snapshot;
