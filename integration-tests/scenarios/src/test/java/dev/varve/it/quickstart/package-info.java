/**
 * The product end to end on one machine, for people: {@code bin/quickstart}. Among the tests, because it compares with Apache
 * Paimon, which this build uses nowhere else.
 */
package dev.varve.it.quickstart;
