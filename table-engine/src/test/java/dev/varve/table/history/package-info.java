/** Random lives of a table, compared step by step with a plain map. */
package dev.varve.table.history;
