/** A table of a database whose columns change while it is written, and what a copy of it must then hold: for the scenario of schema changes. */
package dev.varve.it.evolution;
