/**
 * The store: {@link dev.varve.table.fs.FileIO}, local files, create-if-absent. Turns every {@code IOException} into a
 * {@link dev.varve.table.error.StorageException} with the path, at the door. Imports {@code error} and {@code env}.
 */
package dev.varve.table.fs;
