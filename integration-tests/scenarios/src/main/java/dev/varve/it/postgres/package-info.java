/** A PostgreSQL server from a jar, and the Debezium connector that reads its changes. */
package dev.varve.it.postgres;
