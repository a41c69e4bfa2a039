/**
 * Every type of a real database, from its own text of a value to the value in the table: the catalogue of columns, the tables made
 * of it, and the page of documentation that comes of it.
 */
package dev.varve.it.types;
