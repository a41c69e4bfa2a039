package dev.varve.connect.metric;

import java.util.concurrent.atomic.AtomicLong;

/** A number that one thread changes and others read. */
final class Counter {
    private final AtomicLong value = new AtomicLong();

    void add(long amount) {
        value.addAndGet(amount);
    }

    void set(long newValue) {
        value.set(newValue);
    }

    long value() {
        return value.get();
    }
}
