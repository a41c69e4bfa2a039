/**
 * Keeping a table small and tidy: expiration, tags, rollback, orphan files, verification. Each operation decides with pure functions
 * and may be cut off at any moment: what is left is a readable table and at most files that nobody names.
 */
package dev.varve.table.maintain;
