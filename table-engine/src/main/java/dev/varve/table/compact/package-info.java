/**
 * Keeps the number of sorted runs small: a policy picks runs from a frozen view, a plan says what becomes of them, the compactor
 * does it. Imports the rooms up to {@code changelog}.
 */
package dev.varve.table.compact;
