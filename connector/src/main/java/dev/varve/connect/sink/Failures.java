package dev.varve.connect.sink;

import dev.varve.table.TableId;
import dev.varve.table.env.Env;
import dev.varve.table.error.TableException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.connect.errors.ConnectException;

/** Counts the failures of each table since its last commit and decides whether to try again. Confined to the task's thread. */
final class Failures {
    private final RetryLimits limits;
    private final Env env;
    private final Map<TableId, Integer> counts = new HashMap<>();

    Failures(RetryLimits limits, Env env) {
        this.limits = limits;
        this.env = env;
    }

    /** The table has committed. */
    void healed(TableId table) {
        counts.remove(table);
    }

    /** Failures since the table's last commit. */
    int count(TableId table) {
        return counts.getOrDefault(table, 0);
    }

    /**
     * The table has failed.
     *
     * @return how long to wait before trying again
     * @throws ConnectException if there is no use in trying again
     */
    Duration failed(TableId table, TableException error) {
        int count = counts.merge(table, 1, Integer::sum);
        if (!error.retryable()) {
            throw new ConnectException("table " + table + ": " + error.getMessage(), error);
        }
        if (count >= limits.maxFailures()) {
            throw new ConnectException(
                    "table " + table + ": gave up after " + count
                            + " failures without a commit between them; nothing is lost, a restarted task goes on from the"
                            + " table's offsets. The last failure: " + error.getMessage(),
                    error);
        }
        return limits.waitAfter(count, env);
    }
}
