package dev.varve.table;

/**
 * What the maintenance after a writer's commits has done so far.
 *
 * @param runs ended runs, failed ones included
 * @param failures runs that failed
 * @param expiredSnapshots snapshots that are gone
 * @param deletedFiles files that went with them
 */
public record MaintenanceTotals(long runs, long failures, long expiredSnapshots, long deletedFiles) {
    public static final MaintenanceTotals NONE = new MaintenanceTotals(0, 0, 0, 0);

    MaintenanceTotals plusRun(long snapshots, long files) {
        return new MaintenanceTotals(runs + 1, failures, expiredSnapshots + snapshots, deletedFiles + files);
    }

    MaintenanceTotals plusFailure() {
        return new MaintenanceTotals(runs + 1, failures + 1, expiredSnapshots, deletedFiles);
    }
}
