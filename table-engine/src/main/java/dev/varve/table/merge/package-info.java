/**
 * What several versions of one key become: {@link dev.varve.table.merge.MergeFunction} and the engines behind it, the order of
 * versions, and the stream of versions that they consume. Imports the rooms of the ground floor and {@code aggregate}.
 */
package dev.varve.table.merge;
