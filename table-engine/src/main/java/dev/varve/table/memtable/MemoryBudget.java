package dev.varve.table.memtable;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.Check;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The memory that all write buffers of an engine share, or a part of it that one owner's buffers may not exceed. Nothing waits for
 * memory: a buffer that gets none tells its owner, and the owner asks the budget to let somebody yield.
 *
 * <p>Pages that buffers gave back are kept for the next one instead of becoming garbage: {@code used + pooled ≤ limit} always
 * holds. Guarded by its own lock, under which that of the whole is taken, never the other way round.
 */
public final class MemoryBudget {
    /** Size of a page in bytes; the largest unit in which buffers grow, except for rows that are larger. */
    static final int PAGE_BYTES = 64 << 10;

    private final long limitBytes;
    private final MemoryBudget whole;
    private final ArrayDeque<byte[]> pool = new ArrayDeque<>();
    private final List<MemoryOwner> owners = new ArrayList<>();
    private long usedBytes;
    private boolean refusedHere;

    public MemoryBudget(long limitBytes) {
        this(limitBytes, null);
    }

    private MemoryBudget(long limitBytes, MemoryBudget whole) {
        Check.argument(limitBytes > 0, "limitBytes %s", limitBytes);
        this.limitBytes = whole == null ? limitBytes : Math.min(limitBytes, whole.limitBytes);
        this.whole = whole;
    }

    /**
     * A budget for one owner's buffers: they share this budget with all others, but together take no more than a limit of their
     * own. At that limit only they themselves yield.
     */
    public MemoryBudget limitedTo(long bytes) {
        return new MemoryBudget(bytes, this);
    }

    public long limitBytes() {
        return limitBytes;
    }

    /** Bytes that buffers hold now. */
    public synchronized long usedBytes() {
        return usedBytes;
    }

    /** Takes part in {@link #yieldMemory} from now on. */
    public void register(MemoryOwner owner) {
        requireNonNull(owner, "owner is null");
        if (whole != null) {
            whole.register(owner);
        }
        synchronized (this) {
            owners.add(owner);
        }
    }

    public void unregister(MemoryOwner owner) {
        if (whole != null) {
            whole.unregister(owner);
        }
        synchronized (this) {
            owners.remove(owner);
        }
    }

    /**
     * Asks the owner of the largest buffer to give memory back, then the next one if it cannot. Below an own limit, all owners of
     * the whole budget are asked.
     *
     * @param wantedBytes how much would help
     * @return whether somebody gave memory back; if not, there is nothing left to wait for
     */
    public boolean yieldMemory(long wantedBytes) {
        if (whole != null && !wasRefusedHere()) {
            return whole.yieldMemory(wantedBytes);
        }
        for (MemoryOwner owner : largestFirst()) {
            if (owner.yieldMemory(wantedBytes)) {
                return true;
            }
        }
        return false;
    }

    private synchronized boolean wasRefusedHere() {
        return refusedHere;
    }

    /** Owners must be called without the lock: they release memory. */
    private List<MemoryOwner> largestFirst() {
        List<MemoryOwner> snapshot;
        synchronized (this) {
            snapshot = new ArrayList<>(owners);
        }
        record Ranked(MemoryOwner owner, long bytes) {}
        return snapshot.stream()
                .map(owner -> new Ranked(owner, owner.largestBytes()))
                .filter(ranked -> ranked.bytes > 0)
                .sorted(Comparator.comparingLong(Ranked::bytes).reversed())
                .map(Ranked::owner)
                .toList();
    }

    /** Takes this many bytes, or nothing and returns false. */
    synchronized boolean tryReserve(long bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("bytes " + bytes);
        }
        refusedHere = bytes > limitBytes - usedBytes;
        if (refusedHere || (whole != null && !whole.tryReserve(bytes))) {
            return false;
        }
        usedBytes += bytes;
        while (usedBytes + pooledBytes() > limitBytes) {
            pool.pop();
        }
        return true;
    }

    synchronized void release(long bytes) {
        if (whole != null) {
            whole.release(bytes);
        }
        usedBytes -= bytes;
        if (usedBytes < 0) {
            throw new IllegalStateException("released " + -usedBytes + " bytes more than were taken");
        }
    }

    /** A page that is already {@linkplain #tryReserve reserved}; its content is undefined. */
    synchronized byte[] takePage() {
        if (whole != null) {
            return whole.takePage();
        }
        byte[] pooled = pool.poll();
        return pooled != null ? pooled : new byte[PAGE_BYTES];
    }

    /** Gives a page back and releases its bytes. */
    synchronized void releasePage(byte[] page) {
        release(page.length);
        keep(page);
    }

    private synchronized void keep(byte[] page) {
        if (whole != null) {
            whole.keep(page);
        } else {
            pool.push(page);
        }
    }

    private long pooledBytes() {
        return (long) pool.size() * PAGE_BYTES;
    }
}
