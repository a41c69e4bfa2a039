/**
 * One {@link dev.varve.connect.sink.TaskSink} per task and one {@link dev.varve.connect.sink.TableSink} per table: take records,
 * commit them with their offsets, and go back to a safe place when something fails. Talks to the Connect framework through its
 * task context only. Imports every other room of the connector but the root.
 *
 * <p><b>The order of things.</b>
 *
 * <pre>
 *   put       record → translate → table → ledger read once a partition → landed before? skip → rows into the writer
 *   preCommit per table: flush → guard over [seen, to) → snapshot with the ledger advanced → offsets to the group
 * </pre>
 *
 * <p>A table commits in {@code preCommit}; and in the middle of a batch only where its buffers must be empty: before its schema
 * changes or its rows are deleted, before it reads the ledger of partitions that have newly come, before it looks up a value that
 * may be in the buffers, and when the task's memory is full. A new writer, or one that refreshes its sequence numbers, counts on
 * from what is committed; so nothing may be in flight then.
 *
 * <p><b>When something fails</b> before a commit is visible, buffers are dropped and partitions sent back to an offset below which
 * all is done; records that did land in another table are skipped there by its ledger. Transient failures are tried again after a
 * pause, a bounded number of times; all others are remembered and thrown from {@code put}, because the worker answers an exception
 * from {@code preCommit} by trying for ever.
 */
package dev.varve.connect.sink;
