/**
 * The behaviour vectors of all merge engines through whole tables: written, flushed, compacted, looked up and read by this engine
 * and by Apache Paimon Java.
 */
package dev.varve.table.vectors;
