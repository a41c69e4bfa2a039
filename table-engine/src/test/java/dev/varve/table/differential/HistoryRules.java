package dev.varve.table.differential;

import dev.varve.table.differential.TableCase.Group;
import java.util.Random;

/**
 * What a history may hold so that all its cuts have one result, and so that Paimon has it, too.
 *
 * @param retracts whether rows are retracted
 * @param retractsVisibleOnly only where a row is visible: a tombstone of nothing is forgotten by a complete merge
 * @param agesFollowCommits what a commit writes is not older than what earlier ones wrote; within a commit rows come late
 * @param compacts whether anything is compacted
 * @param oneVersionACommit no key twice in one commit
 * @param emptyRetractions retractions hold the key and ages only
 * @param appliesAll rows that the table refuses are left out
 */
record HistoryRules(
        boolean retracts,
        boolean retractsVisibleOnly,
        boolean agesFollowCommits,
        boolean compacts,
        boolean oneVersionACommit,
        boolean emptyRetractions,
        boolean appliesAll) {

    /**
     * For Varve alone. The exceptions of its rules: what arrives after a complete merge cannot be older than something that the
     * merge has made one, or forgotten (package description of the merge engines).
     */
    static HistoryRules wild(TableCase table, Random random) {
        boolean retracts = random.nextInt(4) > 0;
        boolean applied = retracts && !table.ignoreDelete();
        boolean lateMatters = !table.sequence().isEmpty()
                && switch (table.engine()) {
                    case TableCase.DEDUPLICATE -> applied;
                    case TableCase.AGGREGATION -> applied || table.usesFunction("first_value");
                    default -> true;
                };
        boolean forgets = !table.groups().isEmpty() && applied;
        // The other exception: a row of retractions only has a first value, null.
        boolean pinsNull = applied
                && table.engine().equals(TableCase.AGGREGATION)
                && table.columns().stream()
                        .anyMatch(column -> column.isFunction("first_value") && column.has("ignore-retract"));
        boolean byCommit = lateMatters && random.nextBoolean();
        // A group whose tombstone is forgotten does not govern a row that follows and says nothing about it.
        boolean visibleOnly = forgets && (byCommit || !lateMatters && random.nextBoolean());
        boolean forgotten = forgets && !visibleOnly;
        return new HistoryRules(
                retracts,
                visibleOnly || pinsNull,
                byCommit,
                !forgotten && (!lateMatters || byCommit),
                false,
                false,
                false);
    }

    /** For both. See {@link PaimonDepartures}. */
    static HistoryRules forPaimon(TableCase table, Random random) {
        boolean retracts = random.nextInt(4) > 0;
        boolean applied = retracts && !table.ignoreDelete();
        boolean ages = !table.sequence().isEmpty() || !table.groups().isEmpty();
        return new HistoryRules(
                retracts,
                applied && !table.engine().equals(TableCase.DEDUPLICATE),
                ages,
                true,
                PaimonDepartures.needBaseInMerge(table, applied),
                table.removesOnDelete() || table.groups().stream().anyMatch(Group::removesRow),
                true);
    }
}
