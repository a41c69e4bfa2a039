/** Amounts by key, in two topics and two tables, of which one adds up whatever lands: so that it shows what lands twice or not at all. */
package dev.varve.it.offsets;
