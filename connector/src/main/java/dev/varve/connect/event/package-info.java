/**
 * Kafka record → {@link dev.varve.connect.event.ChangeEvent}, one decoder a form. Everything that is known of {@code op},
 * {@code before}, {@code __deleted} and the placeholder of unavailable values is known here. Imports {@code config}.
 */
package dev.varve.connect.event;
