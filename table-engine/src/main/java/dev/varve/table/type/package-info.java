/** Data types, fields with ids, parsing and printing of type strings (format page: schema, type strings). Imports {@code error}. */
package dev.varve.table.type;
