/**
 * Rows of one bucket in memory, in binary form and sorted on demand, and the budget that all of them share. Imports the rooms of
 * the ground and storage floors, {@code merge} and {@code datafile}.
 */
package dev.varve.table.memtable;
