/**
 * Bucket writers of one table: checks and routes rows, numbers them, buffers them, flushes them to level-0 files and compacts
 * buckets on demand, all of it up to {@link dev.varve.table.manifest.FileChanges}. Never imports {@code commit} or {@code scan}.
 */
package dev.varve.table.write;
