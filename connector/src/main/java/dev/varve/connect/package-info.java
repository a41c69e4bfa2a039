/** Kafka Connect's life cycle of the sink: the connector and its task, nothing more. */
package dev.varve.connect;
