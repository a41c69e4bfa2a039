package dev.varve.connect;

import dev.varve.table.option.MemorySize;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How much memory a task's buffers may use: what {@code sink.memory} says, else a quarter of the heap divided by the tasks that
 * run in this process when the task starts, but not less than a floor. Safe for use by several threads.
 */
final class MemoryShare {
    static final MemorySize FLOOR = MemorySize.ofMebibytes(64);

    private static final int HEAP_DIVISOR = 4;

    /** Tasks of all connectors of this plugin. */
    static final MemoryShare OF_THIS_PROCESS =
            new MemoryShare(Runtime.getRuntime().maxMemory());

    private final long heapBytes;
    private final AtomicInteger running = new AtomicInteger();

    MemoryShare(long heapBytes) {
        this.heapBytes = heapBytes;
    }

    /**
     * A task starts.
     *
     * @param set what the user has set
     * @param tasks number of tasks of its connector, most of which start at the same time
     */
    MemorySize started(Optional<MemorySize> set, int tasks) {
        int sharing = Math.max(running.incrementAndGet(), tasks);
        long share = heapBytes / HEAP_DIVISOR / sharing;
        return set.orElse(new MemorySize(Math.max(FLOOR.bytes(), share)));
    }

    void stopped() {
        running.decrementAndGet();
    }
}
