/**
 * {@link dev.varve.table.snapshot.Snapshot}, the numbered store, hints, tags, consumers, and the values in which a commit is asked
 * for and answered. Imports {@code error}, {@code fs} and {@code layout}; Jackson stays in {@code JsonKeys} and the classes named
 * {@code …Json}.
 */
package dev.varve.table.snapshot;
