/**
 * Keeping a table small and tidy: expiration, tags, rollback, orphan files. Each operation decides with pure functions ({@code …Plan})
 * and may be cut off at any moment: what is left is a readable table and at most files that nobody names. Comes after every other
 * room of tables; imports {@code write} not at all.
 */
package dev.varve.table.maintain;
