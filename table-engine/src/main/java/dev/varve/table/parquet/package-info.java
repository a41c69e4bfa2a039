/**
 * Parquet data files (format page data files, sections columns, type mapping and writer settings), found through
 * {@link dev.varve.table.format.FileFormat}'s service lookup and imported by nobody. Imports the rooms of the ground floor,
 * {@code fs} and {@code format}.
 *
 * <p>Writing: {@link dev.varve.table.parquet.ParquetRowWriter} drives a tree of
 * {@link dev.varve.table.parquet.FieldWriter}s, one a field, which hand values with their levels straight to Parquet's column
 * writers.
 */
package dev.varve.table.parquet;
