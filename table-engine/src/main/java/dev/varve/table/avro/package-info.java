/**
 * Record files of the metadata: Avro object containers, read by field name and written by position. Values come and go as plain
 * Java values, so that no other room knows the Avro library. Imports {@code error}, {@code fs}.
 */
package dev.varve.table.avro;
