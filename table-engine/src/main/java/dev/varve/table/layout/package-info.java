/**
 * Where each file of a table lies and how it is named (format page, directory layout). Imports {@code error}, {@code type},
 * {@code row} and {@code fs}.
 */
package dev.varve.table.layout;
