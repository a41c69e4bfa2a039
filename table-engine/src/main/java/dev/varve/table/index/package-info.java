/**
 * Bloom filters inside or beside a data file: the container, the filter, the hash of a value, what collects them while a file is
 * written and what asks them before a file is read. Imports {@code format} and the rooms before it.
 */
package dev.varve.table.index;
