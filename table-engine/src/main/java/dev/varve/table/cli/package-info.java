/** The command line {@code bin/varve}: commands, parsing, printing. Calls the root only. */
package dev.varve.table.cli;
