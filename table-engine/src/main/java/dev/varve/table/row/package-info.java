/**
 * Rows: {@link dev.varve.table.row.Row}, its generic and binary forms, decimals, timestamps, {@link dev.varve.table.row.RowKind},
 * {@link dev.varve.table.row.KeyValue}, comparators and the row hash (format page: binary rows). Imports {@code error},
 * {@code env}, {@code option}, {@code type}.
 */
package dev.varve.table.row;
