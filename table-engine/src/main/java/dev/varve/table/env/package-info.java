/** What is given from outside: clock, randomness, ids, sleeping. Imports {@code error}. */
package dev.varve.table.env;
