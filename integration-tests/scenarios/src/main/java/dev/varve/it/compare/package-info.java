/** Reads the same table from the database and from its copies, and tells the differences. */
package dev.varve.it.compare;
