package dev.varve.table.maintain;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.option.TableOptions;
import java.time.Duration;

/**
 * How many snapshots are kept (table options {@code snapshot.*}).
 *
 * @param retainedMin never fewer than this many, at least 1
 * @param retainedMax never more than this many, whatever their age, as far as {@code limit} and consumers allow
 * @param timeRetained older ones go
 * @param limit snapshots expired in one run, at least 1
 */
public record RetentionRules(int retainedMin, int retainedMax, Duration timeRetained, int limit) {
    public RetentionRules {
        if (retainedMin < 1 || retainedMax < retainedMin || limit < 1) {
            throw new InvalidInputException("snapshots to keep: at least " + retainedMin + ", at most " + retainedMax
                    + ", expired in one run at most " + limit
                    + "; expected the first and the last to be 1 or more and the second not below the first");
        }
    }

    /** The rules for long-lived changelogs, which count from the newest snapshot as well. */
    static RetentionRules ofChangelog(TableOptions options) {
        return new RetentionRules(
                options.changelogNumRetainedMin(),
                options.changelogNumRetainedMax(),
                options.changelogTimeRetained(),
                options.snapshotExpireLimit());
    }

    public static RetentionRules of(TableOptions options) {
        return new RetentionRules(
                options.snapshotNumRetainedMin(),
                options.snapshotNumRetainedMax(),
                options.snapshotTimeRetained(),
                options.snapshotExpireLimit());
    }
}
