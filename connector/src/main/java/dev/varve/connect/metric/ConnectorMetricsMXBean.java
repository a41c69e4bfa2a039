package dev.varve.connect.metric;

/** A connector in this worker, {@code dev.varve:type=connector,connector=…}. */
public interface ConnectorMetricsMXBean {
    /** Version of the connector. */
    String getVersion();

    /** Tasks that the last task configurations were made for. */
    int getTasks();

    /** How often an operator's offsets were written into ledgers since the connector was started. */
    long getOffsetRewrites();
}
