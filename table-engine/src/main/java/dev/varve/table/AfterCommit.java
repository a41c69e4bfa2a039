package dev.varve.table;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.TableException;
import dev.varve.table.maintain.AutomaticTagging;
import dev.varve.table.maintain.MaintenanceServices;
import dev.varve.table.maintain.PartitionExpiration;
import dev.varve.table.maintain.PartitionExpirationSchedule;
import dev.varve.table.maintain.RetentionRules;
import dev.varve.table.maintain.SnapshotExpiration;
import dev.varve.table.maintain.TableFiles;
import dev.varve.table.maintain.TimeExpiration;
import dev.varve.table.option.ExecutionMode;
import dev.varve.table.option.TableOptions;
import dev.varve.table.snapshot.Snapshot;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The maintenance that follows a writer's commits: consumers and tags whose time is over, automatic tags (before the snapshots that
 * they name expire), partitions that are too old, then snapshots. Does nothing if another writer of the table does it, or the table is {@code write-only}.
 *
 * <p>In the foreground each commit is followed by one run, as Paimon does it. In the background there is at most one run at a time,
 * and not more than one in {@link #INTERVAL}, since looking whether there is something to do costs requests; a run then goes on until
 * nothing is due. Whatever goes wrong is logged and counted: the commit has happened.
 *
 * <p>{@link #run} belongs to the writer's thread; the rest is safe for use by several threads.
 */
final class AfterCommit {
    private static final Logger LOG = LoggerFactory.getLogger(AfterCommit.class);

    /** Between the beginnings of two background runs. */
    private static final Duration INTERVAL = Duration.ofSeconds(30);

    /** Expirations of one background run: with the default limit 1,000 snapshots in 30 seconds. */
    private static final int MAX_ROUNDS = 20;

    private final MaintenanceServices services;
    private final TableOptions options;
    private final AutomaticTagging tagging;
    private final Optional<SnapshotExpiration> expiration;
    private final RetentionRules rules;
    private final PartitionExpirationSchedule partitionSchedule;
    private final PartitionExpiration partitions;
    private final boolean active;
    private final AtomicBoolean running = new AtomicBoolean();
    private final AtomicReference<MaintenanceTotals> totals = new AtomicReference<>(MaintenanceTotals.NONE);
    /** The oldest snapshot when it was last looked, so that a table with few snapshots costs nothing; 0 for unknown. */
    private volatile long oldest;

    private boolean background;
    private boolean started;
    private long lastStartNanos;

    private AfterCommit(TableFiles table, TableOptions options, boolean active) {
        this.services = table.services();
        this.options = requireNonNull(options, "options is null");
        this.partitionSchedule = new PartitionExpirationSchedule(options, services.env());
        this.partitions = new PartitionExpiration(table);
        this.tagging = new AutomaticTagging(services, options);
        this.expiration = active ? Optional.of(new SnapshotExpiration(services, options)) : Optional.empty();
        this.rules = RetentionRules.of(options);
        this.active = active;
        this.background = options.snapshotExpireMode() == ExecutionMode.ASYNC;
    }

    /** @param owner whether this writer does the table's maintenance */
    static AfterCommit of(TableParts parts, boolean owner) {
        return new AfterCommit(
                new TableFiles(parts.maintenanceServices(), parts.schema(), parts::schema),
                parts.options(),
                owner && !parts.options().writeOnly());
    }

    void moveToBackground() {
        background = true;
    }

    MaintenanceTotals totals() {
        return totals.get();
    }

    /** Called after a commit, with its newest snapshot. */
    void run(Snapshot committed) {
        if (!active) {
            return;
        }
        if (!background) {
            runGuarded(committed, 1);
        } else if (isDue() && running.compareAndSet(false, true)) {
            lastStartNanos = services.env().nanoTime();
            started = true;
            submit(committed);
        }
    }

    private boolean isDue() {
        return !started || services.env().nanoTime() - lastStartNanos >= INTERVAL.toNanos();
    }

    private void submit(Snapshot committed) {
        try {
            services.executor().execute(() -> {
                try {
                    runGuarded(committed, MAX_ROUNDS);
                } finally {
                    running.set(false);
                }
            });
        } catch (RejectedExecutionException e) {
            running.set(false);
            LOG.debug("maintenance waits for the next commit, all threads are busy: table={}", table());
        }
    }

    /** The commit before this has happened, so nothing that goes wrong here may look like its failure. */
    private void runGuarded(Snapshot committed, int rounds) {
        try {
            maintain(committed, rounds);
        } catch (TableException e) {
            totals.updateAndGet(MaintenanceTotals::plusFailure);
            LOG.warn("maintenance failed and is tried again after a later commit: table={}", table(), e);
        } catch (RuntimeException e) {
            totals.updateAndGet(MaintenanceTotals::plusFailure);
            LOG.error("maintenance failed in an unexpected way: table={}", table(), e);
        }
    }

    private void maintain(Snapshot committed, int rounds) {
        var byTime = new TimeExpiration(services);
        options.consumerExpirationTime().ifPresent(byTime::expireConsumers);
        tagging.run(committed);
        if (options.tagTimeExpireEnabled()) {
            byTime.expireTags();
        }
        if (partitionSchedule.isDue(services.env().currentTimeMillis())) {
            partitions.expire();
        }
        long snapshots = 0;
        long files = 0;
        boolean full = expiration.isPresent() && committed.id() - oldest >= rules.retainedMin();
        for (int round = 0; full && round < rounds; round++) {
            SnapshotExpiration.Result result = expiration.get().expire(rules);
            oldest = result.end();
            snapshots += result.snapshots();
            files += result.files();
            full = result.snapshots() == rules.limit();
        }
        addRun(snapshots, files);
    }

    private void addRun(long snapshots, long files) {
        totals.updateAndGet(before -> before.plusRun(snapshots, files));
    }

    private String table() {
        return services.layout().root().value();
    }
}
