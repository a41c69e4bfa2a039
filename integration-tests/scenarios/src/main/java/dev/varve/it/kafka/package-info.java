/** A Kafka broker and Connect workers in JVMs of their own, and how to talk to them. */
package dev.varve.it.kafka;
