/** {@link dev.varve.table.schema.TableSchema}, its changes and its store, and the mapping of an old file to the current row. */
package dev.varve.table.schema;
