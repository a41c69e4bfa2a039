/**
 * Predicates over rows: read from text, tested on a row, tested on bounds of many rows. Imports {@code error}, {@code option},
 * {@code type} and {@code row}.
 */
package dev.varve.table.predicate;
