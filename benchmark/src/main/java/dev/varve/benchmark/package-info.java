/** Measurements of the engine and the connector beside Apache Paimon Java. */
package dev.varve.benchmark;
