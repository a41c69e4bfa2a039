/**
 * Sorted key-value files: where the key lies in a row, the physical row of a file, the rolling writer, and the reader that shows
 * any old file with the current columns. Imports the rooms of the ground, storage and metadata floors, and {@code merge}.
 */
package dev.varve.table.datafile;
