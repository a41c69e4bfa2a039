/**
 * The seam to file formats: {@link dev.varve.table.format.FileFormat}, found by the name stored in metadata; record writer,
 * record reader, and column statistics as plain min, max and null counts. Imports the rooms of the ground floor, {@code fs}.
 */
package dev.varve.table.format;
