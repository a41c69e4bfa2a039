/** Damaged and odd events on the whole way from a record to a row that is read back. */
package dev.varve.connect.fuzz;
