/** What is given from outside: clock, randomness, ids, sleeping, and threads. Imports {@code error}. */
package dev.varve.table.env;
