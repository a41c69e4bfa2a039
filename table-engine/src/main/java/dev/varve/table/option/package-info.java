/**
 * Table options: typed keys with defaults, cross-checks, and which of them this engine can honour (behaviour page: options);
 * {@link dev.varve.table.option.MemorySize}. Imports {@code error} and {@code env}.
 */
package dev.varve.table.option;
