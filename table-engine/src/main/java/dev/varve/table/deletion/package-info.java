/**
 * Deletion vectors: which rows of a data file are not there any more, and the container file with the vectors of a bucket. Imports
 * {@code layout} and the rooms before it.
 */
package dev.varve.table.deletion;
