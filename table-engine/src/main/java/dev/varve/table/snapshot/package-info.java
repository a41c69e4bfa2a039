/** {@link dev.varve.table.snapshot.Snapshot}, the numbered store, hints, and the values in which a commit is asked for and answered. */
package dev.varve.table.snapshot;
