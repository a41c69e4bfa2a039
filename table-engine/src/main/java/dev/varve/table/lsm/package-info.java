/**
 * One bucket as a tree of levels: {@link dev.varve.table.lsm.SortedRun}, {@link dev.varve.table.lsm.Levels}, sections of
 * overlapping files, and the k-way merging reader. Imports the rooms of the ground, storage and metadata floors, {@code merge},
 * {@code datafile} and {@code memtable}.
 */
package dev.varve.table.lsm;
