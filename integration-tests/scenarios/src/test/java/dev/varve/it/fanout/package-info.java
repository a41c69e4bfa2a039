/** One topic whose events go to a hundred tables: what is written, and what must then be in each table. */
package dev.varve.it.fanout;
