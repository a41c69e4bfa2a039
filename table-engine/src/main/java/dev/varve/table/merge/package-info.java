/**
 * What several versions of one key become: {@link dev.varve.table.merge.MergeFunction} and the engines behind it, the order of
 * versions, the stream of versions that they consume, and the tournament by which several streams become one. Imports the rooms
 * of the ground floor, {@code schema} and {@code aggregate}.
 *
 * <h2>Two kinds of merges</h2>
 *
 * <pre>
 * complete   all versions of a key are there: read, lookup, compaction with nothing older below   MergeFunction   one row or none
 * partial    older versions may lie below: flush, every other compaction                          VersionJoin     0, 1 or more versions
 * </pre>
 *
 * The result of a history must not depend on when flushes and compactions happened. So the first kind defines the result, and the
 * second may only make versions fewer where the first cannot tell: <em>complete(below, join(versions)) = complete(below,
 * versions)</em>, whatever lies below. A partial merge that handed its versions to the engine as if nothing were below would break
 * this: a retraction would be lost, or applied twice, and what follows a removed row would continue the old one (semantics, merge
 * engines, section 9.1). {@link dev.varve.table.merge.SegmentJoin} therefore cuts the versions of a key into segments, of which
 * the engine merges each; deduplicate keeps one version anyway and does without:
 *
 * <pre>
 *                    additions                              -U                        -D
 * deduplicate        erase what is older                    same                      same
 * first-row          join                                   refused when written      same
 * partial-update     join; kept apart if a function of a    refused; dropped with     refused; erases with remove-record-on-
 *                    group asks for order                   remove-record-on-delete   delete
 *   with groups                                             join; kept apart if a     same, and kept apart if it may remove
 *                                                           group has functions       the row
 * aggregation        join; kept apart where a function      join if all functions     same; erases with
 *                    looks at what is below                 are sum or last_value     remove-record-on-delete
 * </pre>
 *
 * With {@code ignore-delete} retractions are dropped everywhere. Versions that are kept apart go into separate level-0 files,
 * since a file holds a key once, with the sequence numbers that they have; a compaction that is not complete and meets such a key
 * is given up with a {@link dev.varve.table.merge.VersionsApartException}, and a complete one takes its place.
 *
 * <p>With {@code sequence.field} what lies outside a merge may belong between the versions in it: then partial-update joins nothing,
 * and aggregation joins additions only if nothing between them could be lost, neither a removal nor the divisor of a product.
 *
 * <p>In aggregation a retraction that is kept apart is joined all the same with an addition right after it, the two sides of an
 * update, where the new row tells enough: {@code last_non_null_value} becomes the new value if that is not null, whatever it was.
 *
 * <p>A lone addition is the result as it is; so is one that is alone since the row was removed, for a compaction may have dropped
 * the tombstone before it. A lone retraction is kept by partial merges and goes to the engine in complete ones.
 *
 * <h2>What is refused</h2>
 *
 * When it is written, by {@link dev.varve.table.merge.Retractions}: a retraction that the table cannot apply. When the table is
 * created or a writer opens it, by {@link dev.varve.table.merge.MergeRules#requireWritable}: contradictory options; functions
 * that do not fit their column; NOT NULL columns governed by a sequence group, which can leave them null; order-sensitive
 * functions of an aggregation table together with {@code sequence.field}.
 *
 * <p>The last one because a late row cannot go between rows that a complete merge has made one. The same is true of
 * partial-update and {@code first_value} with {@code sequence.field}, which are allowed: there versions stay apart until a
 * complete merge, and a row that arrives after that with an older sequence than the merged one counts as older than all of it.
 *
 * <p>One more exception: {@code first_value} with {@code ignore-retract} of an aggregation table. Where a key begins with
 * retractions, a complete merge makes a row of them, for other columns may hold what they took back; and the null that this row
 * has in such a column is the first value from then on.
 */
package dev.varve.table.merge;
