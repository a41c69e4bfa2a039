package dev.varve.benchmark;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** What is measured. */
enum TimeSource {
    /** Time that passes. */
    WALL {
        @Override
        long nanos() {
            return System.nanoTime();
        }
    },
    /** Processor time of all threads, garbage collection and compilation included: what else runs on the machine matters little. */
    CPU {
        @Override
        long nanos() {
            return OPERATING_SYSTEM.getProcessCpuTime();
        }
    };

    private static final OperatingSystemMXBean OPERATING_SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    /** Nanoseconds since some moment. */
    abstract long nanos();
}
