package dev.varve.connect.sink;

import dev.varve.table.TableId;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * Tells a task that was overtaken from two connectors under one name. A task whose partitions were given to another finds that out once,
 * and then leaves or gets them back. If it goes on to find rows of its partitions landed by somebody else, with no rebalance in
 * between, somebody lands the same topics for good: a connector of the same name, on another Connect cluster. Confined to the task's
 * thread.
 */
final class Fences {
    /** Fences of a table without a rebalance that end the task. */
    static final int LIMIT = 5;

    private final TaskSettings settings;
    private final Map<TableId, Integer> counts = new HashMap<>();

    Fences(TaskSettings settings) {
        this.settings = settings;
    }

    /** Partitions have come or gone. */
    void rebalanced() {
        counts.clear();
    }

    /**
     * A commit was refused.
     *
     * @throws ConnectException if that cannot be a task that is about to leave
     */
    void fenced(TableId table, String reason) {
        int count = counts.merge(table, 1, Integer::sum);
        if (count >= LIMIT) {
            throw new ConnectException("table " + table + ": " + reason + ". That has happened " + count
                    + " times since this task was given its partitions, so another connector lands them under the ledger id "
                    + settings.ledgerId()
                    + " too: the same name on another Connect cluster, or the same ledger.id. Stop one of the two, or, if they"
                    + " land different topics, give it a name or ledger.id of its own");
        }
    }
}
