/** The exception family, sorted by remedy, and {@link dev.varve.table.error.Check}. Imports no other room. */
package dev.varve.table.error;
