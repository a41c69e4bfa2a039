/**
 * What a flush or compaction tells readers of changes: rows of kind +I, -U, +U and -D in changelog files beside the data files.
 * Imports the rooms up to {@code lsm}.
 */
package dev.varve.table.changelog;
