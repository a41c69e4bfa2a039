package dev.varve.connect.simulation;

import dev.varve.table.Table;
import dev.varve.table.TableId;
import dev.varve.table.error.InvalidInputException;
import dev.varve.table.error.TableException;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Takes tables back to older snapshots, and drops them, while connectors run or after stopping them, as the documentation says.
 *
 * <p>No expiration runs then. Writers may have paused just before they create a snapshot on top of what goes away; they go on before
 * as many commits are made as were taken back.
 */
final class Operator {
    private static final int MAX_ATTEMPTS = 1_000;

    private final World world;
    private final Landscape landscape;
    private final Map<TableId, TableWatch> tables;
    private final List<Connector> connectors;
    private final Jobs jobs;

    Operator(World world, Landscape landscape, Map<TableId, TableWatch> tables, List<Connector> connectors, Jobs jobs) {
        this.world = world;
        this.landscape = landscape;
        this.tables = tables;
        this.connectors = connectors;
        this.jobs = jobs;
    }

    /** Some table goes back to a snapshot that it still has. */
    void rollBack() {
        List<TableId> choices = those(watch -> !targets(watch).isEmpty());
        if (choices.isEmpty()) {
            return;
        }
        TableId id = world.pick(choices);
        TableWatch watch = tables.get(id);
        if (world.random().nextBoolean()) {
            Connector connector = world.pick(connectors);
            connector.source().produce();
            connector.pauseBeforeCommit();
        }
        quiet();
        List<Long> targets = targets(watch);
        if (targets.isEmpty()) {
            return;
        }
        long target = world.pick(targets);
        List<Connector> stopped = connectors.stream()
                .filter(connector -> !canRunOn(connector, watch, id, target))
                .toList();
        stopped.forEach(Connector::stop);
        world.store().settleAll();
        if (!targets(watch).contains(target)) {
            // A last commit of theirs let it expire.
            stopped.forEach(Connector::rebalance);
            return;
        }
        watch.rollingBackTo(target);
        boolean[] refused = {false};
        asOftenAsItTakes(id, table -> {
            try {
                table.maintenance().rollbackToSnapshot(target);
            } catch (InvalidInputException e) {
                refused[0] = true;
            }
        });
        world.store().settleAll();
        if (refused[0]) {
            // A cut-off expiration, or one before the connector came, has taken what tells of its ledger.
            world.tally().count(Happening.ROLLBACK_REFUSED);
            watch.notRolledBack();
            stopped.forEach(Connector::rebalance);
            return;
        }
        world.tally().count(Happening.TABLE_ROLLED_BACK);
        watch.rolledBack();
        for (Connector connector : connectors) {
            if (connector.source().feeds(id)) {
                connector.tableChangedUnderTasks();
                connector.source().rolledBack(id);
                world.tally().add(Happening.ROLLED_BACK_UNDER_TASKS, stopped.contains(connector) ? 0 : 1);
            }
        }
        settle(watch);
        for (Connector connector : stopped) {
            connector.source().takeGroupBackTo(id);
            connector.rebalance();
        }
    }

    private List<TableId> those(Predicate<TableWatch> condition) {
        return tables.keySet().stream()
                .filter(id -> condition.test(tables.get(id)))
                .toList();
    }

    /** No topic must have been created anew since: its offsets would count again as those of its new life. */
    private static List<Long> targets(TableWatch watch) {
        return watch.visible().stream()
                .filter(target -> target < watch.newest() && watch.model().isOfTheseLives(target))
                .toList();
    }

    /** Only where tasks start from the ledger alone; else the group's offsets must go back as well, which needs them stopped. */
    private boolean canRunOn(Connector connector, TableWatch watch, TableId id, long target) {
        return !connector.source().feeds(id)
                || connector.keepsNames()
                        && connector
                                .source()
                                .startsAtLedgerOf(
                                        id,
                                        watch.model()
                                                .ledgerOf(
                                                        target,
                                                        connector.source().ledgerId()));
    }

    /** Some table is dropped, and perhaps created anew at once. */
    void drop() {
        List<TableId> choices = those(watch -> watch.newest() > 0);
        if (choices.isEmpty()) {
            return;
        }
        TableId id = world.pick(choices);
        TableWatch watch = tables.get(id);
        quiet();
        world.tally().count(Happening.TABLE_DROPPED);
        List<Connector> concerned = connectors.stream()
                .filter(connector -> connector.source().feeds(id))
                .toList();
        concerned.forEach(Connector::cutOff);
        world.store().settleAll();
        world.store().files().filesBelow(watch.root()).forEach(world.store().files()::delete);
        watch.dropped();
        if (world.random().nextBoolean()) {
            var process = new Process(world);
            process.run(() -> {
                try {
                    process.warehouse().create(id, landscape.spec(id));
                } catch (TableException e) {
                    world.faults().stepEnds();
                }
            });
            process.finish();
        }
        settle(watch);
        concerned.forEach(Connector::rebalance);
    }

    /** Nothing is under way but commits that have paused just before they create a snapshot. */
    private void quiet() {
        jobs.finish();
        connectors.forEach(Connector::finishAllButCommits);
        world.store().settleAll();
    }

    private void settle(TableWatch watch) {
        world.faults().lenient(true);
        connectors.forEach(Connector::finishSteps);
        world.faults().lenient(false);
        watch.settled();
    }

    private void asOftenAsItTakes(TableId id, Consumer<Table> action) {
        boolean[] done = {false};
        for (int i = 0; !done[0]; i++) {
            if (i == MAX_ATTEMPTS) {
                throw new AssertionError("not done in " + i + " attempts on " + id);
            }
            var process = new Process(world);
            process.run(() -> {
                try {
                    action.accept(process.warehouse().find(id).orElseThrow());
                    done[0] = true;
                } catch (TableException e) {
                    world.faults().stepEnds();
                }
            });
            process.finish();
        }
    }
}
