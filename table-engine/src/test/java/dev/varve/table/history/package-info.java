/** Random lives of tables of all merge engines, compared step by step with a model that goes through all versions a key ever had. */
package dev.varve.table.history;
