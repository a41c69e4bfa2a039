package dev.varve.connect.simulation;

import dev.varve.table.CompactRequest;
import dev.varve.table.Table;
import dev.varve.table.TableId;
import dev.varve.table.VerifyReport;
import dev.varve.table.VerifyRequest;
import dev.varve.table.fs.Location;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One history, all decided by its seed. Connectors with several tasks land records in tables of the real engine; jobs expire, compact,
 * clean up, read, and write without a ledger; the store fails, answers late or not at all; processes pause at any call of the store
 * while others go on, and die there. {@link TableWatch} and {@link TableModel} look at each snapshot when it becomes visible.
 *
 * <p>In the end faults cease: everything lands, compaction catches up, idle tasks make no snapshot, and cleaning up leaves exactly
 * the files that are needed.
 */
final class Simulation {
    private static final int MAX_ROUNDS = 100;

    private static final int MAX_OVERTAKING_COMMITS = 8;
    /** Rounds without a snapshot after which nothing is expected any more. */
    private static final int QUIET_ROUNDS = 1;

    private final World world;
    private final Landscape landscape;
    private final Map<TableId, TableWatch> tables = new LinkedHashMap<>();
    private final List<Connector> connectors = new ArrayList<>();
    private final Jobs jobs;
    private final Operator operator;

    Simulation(long seed, Tally tally, Coroutines coroutines) {
        world = new World(seed, tally, coroutines);
        landscape = new Landscape(world.random(), tally);
        for (TableId id : landscape.ids()) {
            var model = new TableModel(id.table(), landscape.shape(id), world.violations(), tally);
            tables.put(id, new TableWatch(id, world.store().files(), world.env(), model, world.violations(), tally));
        }
        world.store().observer(new StoreWatch(tables.values(), world.violations()));
        connectors.add(new Connector(world, new Source(world, "sim", tables), landscape));
        if (world.oneIn(4)) {
            tally.count(Happening.SECOND_CONNECTOR);
            connectors.add(new Connector(world, new Source(world, "other", tables), landscape));
        }
        jobs = new Jobs(world, landscape, tables);
        operator = new Operator(world, landscape, tables, connectors, jobs);
    }

    void run(int steps) {
        for (Connector connector : connectors) {
            connector.source().produce();
            connector.rebalance();
        }
        for (int i = 0; i < steps; i++) {
            step(world.pick(connectors));
            check();
        }
        heal();
        world.violations().throwIfAny();
    }

    private void step(Connector connector) {
        int dice = world.random().nextInt(100);
        if (dice < 17) {
            connector.source().produce();
        } else if (dice < 29) {
            connector.poll();
        } else if (dice < 42) {
            connector.commit();
        } else if (dice < 55) {
            connector.land();
        } else if (dice < 60) {
            connector.compact();
        } else if (dice < 70) {
            resume(connector);
        } else if (dice < 79) {
            jobs.start();
        } else if (dice < 82) {
            connector.rebalance();
        } else if (dice < 84) {
            world.env().advance(Duration.ofSeconds(world.random().nextInt(40)));
        } else if (dice < 86) {
            settleSome();
        } else {
            rareStep(connector, world.random().nextInt(25));
        }
        world.faults().stepEnds();
        connectors.forEach(Connector::follow);
    }

    private void rareStep(Connector connector, int dice) {
        switch (dice) {
            case 0 -> connector.makeZombie();
            case 1, 2 -> connector.zombieNotices();
            case 3, 4 -> connector.kill();
            case 5 -> connector.startDuplicate();
            case 6 -> connector.restart();
            case 7 -> connector.skewClock();
            case 8 -> world.faults().storeGoesDown();
            case 9 -> timePasses();
            case 10 -> alterOffsets(connector);
            case 11 -> connector.mismatch(connector.source()::expireRecords);
            case 12 -> connector.mismatch(connector.source()::forgetGroup);
            case 13 -> connector.startDuplicateConnector();
            case 14, 15, 16, 17 -> operator.rollBack();
            case 18, 19 -> operator.drop();
            case 20, 21, 22 -> overtakeCommit(connector);
            default -> recreateTopic(connector);
        }
    }

    private void resume(Connector connector) {
        if (world.random().nextBoolean()) {
            connector.resume();
        } else {
            jobs.resume();
        }
    }

    private void settleSome() {
        int count = world.store().onTheirWay();
        if (count > 0) {
            world.store().settle(world.random().nextInt(count));
        }
    }

    /** A task pauses just before it commits; others take over and land what there is, and snapshots expire. */
    private void overtakeCommit(Connector connector) {
        world.tally().count(Happening.COMMIT_OVERTAKEN);
        connector.source().produce();
        connector.pauseBeforeCommit();
        connector.rebalance();
        int commits = world.random().nextInt(MAX_OVERTAKING_COMMITS);
        for (int i = 0; i < commits; i++) {
            connector.source().produce();
            connector.land();
            world.env().advance(Duration.ofSeconds(world.random().nextInt(60)));
        }
        jobs.expireAll();
    }

    /** Hours in which nothing is under way. */
    private void timePasses() {
        world.tally().count(Happening.LONG_TIME_PASSED);
        connectors.forEach(Connector::stop);
        jobs.finish();
        world.store().settleAll();
        world.env().advance(Duration.ofHours(2));
        connectors.forEach(Connector::rebalance);
    }

    private void alterOffsets(Connector connector) {
        connector.stop();
        connector.source().alterOffsets();
        connector.rebalance();
    }

    private void recreateTopic(Connector connector) {
        if (connector.noticesNewLives()) {
            connector.mismatch(connector.source()::recreate);
        }
    }

    private void check() {
        connectors.forEach(Connector::check);
        world.violations().throwIfAny();
    }

    private void heal() {
        world.calm();
        jobs.finish();
        connectors.forEach(Connector::calm);
        int rounds = 0;
        for (; rounds < MAX_ROUNDS && isAnythingWaiting(); rounds++) {
            round();
        }
        require(
                !isAnythingWaiting(),
                "after %s rounds these have not landed, or the group is not past them: %s",
                rounds,
                waiting());
        comeToRest();
        connectors.forEach(Connector::stop);
        connectors.forEach(Connector::tally);
        tables.forEach(this::finish);
    }

    private List<Object> waiting() {
        var waiting = new ArrayList<>();
        connectors.forEach(connector -> waiting.addAll(connector.source().waiting()));
        return waiting;
    }

    private boolean isAnythingWaiting() {
        return !waiting().isEmpty();
    }

    /** What is left of compactions is done within a few rounds; then idle tasks make no snapshot. */
    private void comeToRest() {
        int quiet = 0;
        for (int i = 0; i < MAX_ROUNDS && quiet < QUIET_ROUNDS; i++) {
            long before = snapshots();
            round();
            quiet = snapshots() == before ? quiet + 1 : 0;
        }
        require(quiet == QUIET_ROUNDS, "tasks that have nothing to do make snapshots");
    }

    private long snapshots() {
        return tables.values().stream().mapToLong(TableWatch::made).sum();
    }

    private void round() {
        connectors.forEach(Connector::round);
        check();
        world.env().advance(Duration.ofSeconds(40));
    }

    private void finish(TableId id, TableWatch watch) {
        if (watch.newest() == 0) {
            return;
        }
        Table table = new Process(world).warehouse().find(id).orElseThrow();
        if (world.oneIn(4) || landscape.shape(id).hidesNewRows()) {
            table.maintenance().compact(CompactRequest.full());
            watch.model()
                    .findDifference(watch.read(watch.newest()), true)
                    .ifPresent(difference -> world.violations().report("%s, compacted: %s", id, difference));
        }
        if (world.oneIn(4)) {
            VerifyReport report = table.maintenance().verify(VerifyRequest.everything());
            world.tally().count(Happening.TABLE_VERIFIED);
            require(report.isSound(), "%s: %s", table.location(), report.problems());
        }
        cleanUp(watch, table);
    }

    /** Only what is needed is left, and the last snapshot is as before. */
    private void cleanUp(TableWatch watch, Table table) {
        world.env().advance(Duration.ofDays(2));
        table.maintenance().expireSnapshots(Map.of("snapshot.expire.limit", "1000"));
        table.maintenance()
                .orphans(Duration.ofDays(1), true, file -> world.tally().count(Happening.ORPHAN_REMOVED));
        world.violations().throwIfAny();
        List<Location> left = watch.orphans();
        require(left.isEmpty(), "%s: these are left: %s", table.location(), left);
        watch.readAllAgain();
    }

    private static void require(boolean condition, String otherwise, Object... arguments) {
        if (!condition) {
            throw new AssertionError(otherwise.formatted(arguments));
        }
    }
}
