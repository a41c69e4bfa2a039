/**
 * Which partition and bucket a row belongs to: partition columns, fixed hash. Imports the rooms up to {@code compact}; needs only
 * those of the ground and metadata floors.
 */
package dev.varve.table.bucket;
