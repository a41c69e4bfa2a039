/**
 * {@link dev.varve.table.fs.FileIO} over Hadoop's file systems: S3A with conditional writes, HDFS, and others whose files can be
 * created atomically. Found by service lookup, imported by nobody. Imports {@code error}, {@code env} and {@code fs}.
 */
package dev.varve.table.hadoop;
