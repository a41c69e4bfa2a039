/** Starts and stops real brokers, workers and databases around the packaged connector. */
package dev.varve.it;
