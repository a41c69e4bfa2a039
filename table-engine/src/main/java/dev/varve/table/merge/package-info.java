/**
 * What several versions of one key become: {@link dev.varve.table.merge.MergeFunction} and the engines behind it, the order of
 * versions, the stream of versions that they consume, and the tournament by which several streams become one. Imports the rooms of the ground floor and {@code aggregate}.
 */
package dev.varve.table.merge;
