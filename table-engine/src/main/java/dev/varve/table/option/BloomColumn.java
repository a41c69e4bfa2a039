package dev.varve.table.option;

/**
 * A column whose values are put into a Bloom filter in every data file.
 *
 * @param items values that a file is expected to hold
 * @param falsePositiveRate share of absent values that a filter of so many items takes for present, between 0 and 1
 */
public record BloomColumn(String column, int items, double falsePositiveRate) {}
