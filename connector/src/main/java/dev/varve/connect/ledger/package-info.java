/**
 * Exactly once without a coordinator: the Kafka offsets that a table's snapshots carry, and the protocol by which tasks read, check
 * and advance them. Pure: no I/O beyond asking for snapshots, no clock. Imports {@code config}, {@code event}, {@code route},
 * {@code convert}.
 *
 * <p><b>The protocol.</b> A snapshot's properties hold, under {@code varve.offsets.<ledger id>}, the next offset to consume of
 * every topic partition that the connector has ever landed in that table. Rows and offsets become visible in one step, so:
 *
 * <ol>
 *   <li>a task remembers for each table and partition the ledger value it last read or wrote ({@code seen});
 *   <li>a commit covers the range {@code [seen, to)} of each partition, and a {@link dev.varve.connect.ledger.LedgerGuard}
 *       lets it happen only while the newest ledger still equals {@code seen}: of two tasks that hold the same records exactly
 *       one can land them;
 *   <li>a record below {@code seen} has landed before and is skipped;
 *   <li>the offset given back to the group is one below which every record is landed, skipped by rule or reported, so it is
 *       always safe to start from;
 *   <li>after any failure the buffers are dropped and the partitions rewound to such an offset.
 * </ol>
 */
package dev.varve.connect.ledger;
