/**
 * What exists: data file metadata, entries, manifests and lists, their merging, live files, and
 * {@link dev.varve.table.manifest.FileChanges}. Knows nothing of snapshots: whoever holds one hands in the names of its lists.
 */
package dev.varve.table.manifest;
