package dev.varve.connect.config;

import static java.util.Objects.requireNonNull;

import dev.varve.table.option.MemorySize;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * When and how a task commits, and how it compacts.
 *
 * @param interval how often commits are asked for; empty leaves it to the worker
 * @param memory buffer budget of a task; empty means a share of the heap
 * @param spillDirectory where rows lie that the memory has no room for; empty means the JVM's temporary directory
 * @param offsetMismatch what happens when positions contradict each other
 * @param ledgerId whose offsets the tables hold; the connector's name unless set
 * @param compactionThreads buckets that a task compacts at a time
 * @param commitThreads tables that a task commits at a time
 * @param retryTimeout how long a table may fail until its task gives up
 */
public record CommitSettings(
        Optional<Duration> interval,
        Optional<MemorySize> memory,
        Optional<Path> spillDirectory,
        OffsetMismatchPolicy offsetMismatch,
        String ledgerId,
        int compactionThreads,
        int commitThreads,
        Duration retryTimeout) {
    public CommitSettings {
        requireNonNull(interval, "interval is null");
        requireNonNull(memory, "memory is null");
        requireNonNull(spillDirectory, "spillDirectory is null");
        requireNonNull(offsetMismatch, "offsetMismatch is null");
        requireNonNull(ledgerId, "ledgerId is null");
        requireNonNull(retryTimeout, "retryTimeout is null");
    }
}
