/** Fakes, oracles and laws that the tests of the engine and of the connector share. */
package dev.varve.table.testing;
