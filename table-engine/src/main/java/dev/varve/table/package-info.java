/** The table engine's public face: open or create a table, write, commit, scan, look up, maintain. */
package dev.varve.table;
