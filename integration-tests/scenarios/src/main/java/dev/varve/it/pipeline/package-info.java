/** The whole way: from the shop's database through Kafka into tables, and the check that it has arrived. */
package dev.varve.it.pipeline;
