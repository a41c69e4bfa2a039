/**
 * Aggregate functions, one class each: {@link dev.varve.table.aggregate.AggregateFunction} is the contract,
 * {@link dev.varve.table.aggregate.AggregateFunctions} the list of names (behaviour page: merge engines, aggregate functions).
 * Imports the rooms of the ground floor. Bitmaps and sketches of third parties stay here.
 */
package dev.varve.table.aggregate;
