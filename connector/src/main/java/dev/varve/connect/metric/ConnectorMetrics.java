package dev.varve.connect.metric;

/** Counters of a connector. Safe for use by several threads. */
public final class ConnectorMetrics implements ConnectorMetricsMXBean {
    private final String version;
    private volatile int tasks;
    private final Counter offsetRewrites = new Counter();

    public ConnectorMetrics(String version) {
        this.version = version;
    }

    public void tasks(int count) {
        tasks = count;
    }

    public void offsetsRewritten() {
        offsetRewrites.add(1);
    }

    @Override
    public String getVersion() {
        return version;
    }

    @Override
    public int getTasks() {
        return tasks;
    }

    @Override
    public long getOffsetRewrites() {
        return offsetRewrites.value();
    }
}
