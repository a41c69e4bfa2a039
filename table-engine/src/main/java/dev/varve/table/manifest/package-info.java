/** What exists: data file metadata, entries, manifests and lists, their merging, live files, {@link dev.varve.table.manifest.FileChanges}. */
package dev.varve.table.manifest;
