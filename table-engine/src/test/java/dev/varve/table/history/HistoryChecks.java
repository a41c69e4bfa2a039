package dev.varve.table.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.RowCursor;
import dev.varve.table.ScanSplit;
import dev.varve.table.Table;
import dev.varve.table.TableScan;
import dev.varve.table.VerifyRequest;
import dev.varve.table.WarehouseOver;
import dev.varve.table.env.Env;
import dev.varve.table.error.InvalidInputException;
import dev.varve.table.fs.FileIO;
import dev.varve.table.history.Change.Key;
import dev.varve.table.snapshot.Snapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Every way to read the table says what the model says. */
final class HistoryChecks {
    private final HistoryModel model;
    private final FileIO store;
    private final Env env;
    private final Random random;

    HistoryChecks(HistoryModel model, FileIO store, Env env, Random random) {
        this.model = model;
        this.store = store;
        this.env = env;
        this.random = random;
    }

    /** Reads as a process does that has just started. */
    void reads(int keys) {
        Table table = WarehouseOver.table(store, HistoryTable.LOCATION, env);
        assertThat(Contents.read(table.scan()))
                .as("scan")
                .isEqualTo(model.newest().seen());
        for (int i = 0; i < 2; i++) {
            Key key = History.key(random.nextInt(keys));
            assertThat(table.get(key.row()).map(row -> SeenRow.of(row).text()))
                    .as("get %s", key)
                    .isEqualTo(model.newest().seen(key));
        }
        condition(table);
        switch (random.nextInt(3)) {
            case 0 -> projection(table);
            case 1 -> limit(table);
            default -> count(table);
        }
        snapshot(table);
        tag(table);
        time(table);
    }

    private void condition(Table table) {
        Condition condition = Condition.random(random, 2);
        assertThat(Contents.read(table.scan().where(condition.text()).parallelism(1 + random.nextInt(2))))
                .as("where %s", condition.text())
                .isEqualTo(model.newest().seen(condition::holds));
    }

    /** Some columns of some rows, which conditions on other columns choose. */
    private void projection(Table table) {
        List<String> names = table.schema().rowType().names();
        List<Integer> positions = IntStream.range(0, names.size()).boxed().collect(Collectors.toList());
        Collections.shuffle(positions, random);
        List<Integer> wanted = positions.subList(0, 1 + random.nextInt(positions.size() - 1));
        Condition condition = Condition.random(random, random.nextInt(2));
        TableScan scan = table.scan().columns(wanted.stream().map(names::get).toList());
        boolean some = random.nextBoolean();
        List<String> rows = new ArrayList<>();
        try (RowCursor cursor = (some ? scan.where(condition.text()) : scan).open()) {
            while (cursor.advance()) {
                rows.add(SeenRow.text(cursor.row(), wanted));
            }
        }
        assertThat(rows)
                .as("columns %s where %s", wanted, some ? condition.text() : "true")
                .containsExactlyInAnyOrderElementsOf(model.newest().rows().stream()
                        .filter(row -> !some || condition.holds(row))
                        .map(row -> row.text(wanted))
                        .toList());
    }

    private void limit(Table table) {
        int limit = random.nextInt(12);
        List<String> rows = Contents.read(table.scan().limit(limit));
        assertThat(rows)
                .as("limit %s", limit)
                .hasSize(Math.min(limit, model.newest().rows().size()));
        assertThat(model.newest().seen()).as("limit %s", limit).containsAll(rows);
    }

    /** Where plans know the number of rows, it is right. */
    private void count(Table table) {
        List<ScanSplit> splits = table.scan().plan().splits();
        if (splits.stream().allMatch(split -> split.rowCount().isPresent())) {
            assertThat(splits.stream()
                            .mapToLong(split -> split.rowCount().getAsLong())
                            .sum())
                    .as("planned rows")
                    .isEqualTo(model.newest().rows().size());
        }
    }

    private void snapshot(Table table) {
        Optional<Long> id = any(List.copyOf(model.contents().keySet()));
        id.ifPresent(found -> assertThat(Contents.read(table.scan().snapshot(found)))
                .as("snapshot %s", found)
                .isEqualTo(model.contents().get(found).seen()));
    }

    private void tag(Table table) {
        assertThat(table.maintenance().tags())
                .extracting(tag -> tag.name())
                .containsExactlyInAnyOrderElementsOf(model.tags().keySet());
        Optional<String> name = any(List.copyOf(model.tags().keySet()));
        name.ifPresent(found -> assertThat(Contents.read(table.scan().tag(found)))
                .as("tag %s", found)
                .isEqualTo(model.tags().get(found).contents().seen()));
    }

    /** Only if the clocks of all that have committed agree. */
    private void time(Table table) {
        List<Snapshot> snapshots = List.copyOf(model.snapshots().values());
        for (int i = 1; i < snapshots.size(); i++) {
            if (snapshots.get(i - 1).timeMillis() > snapshots.get(i).timeMillis()) {
                return;
            }
        }
        any(snapshots).ifPresent(chosen -> {
            long millis = chosen.timeMillis() + random.nextInt(3) - 1;
            Optional<Contents> expected = snapshots.stream()
                    .filter(snapshot -> snapshot.timeMillis() <= millis)
                    .reduce((earlier, later) -> later)
                    .map(snapshot -> model.contents().get(snapshot.id()));
            var scan = table.scan().asOf(Instant.ofEpochMilli(millis));
            if (expected.isPresent()) {
                assertThat(Contents.read(scan))
                        .as("as of %s", millis)
                        .isEqualTo(expected.get().seen());
            } else {
                assertThatThrownBy(scan::open).isInstanceOf(InvalidInputException.class);
            }
        });
    }

    private <T> Optional<T> any(List<T> choices) {
        return choices.isEmpty() ? Optional.empty() : Optional.of(choices.get(random.nextInt(choices.size())));
    }

    /** Invariants of the format: disjoint levels, order, newer above older, counts, statistics, files that are named. */
    void verified(VerifyRequest request) {
        assertThat(WarehouseOver.table(store, HistoryTable.LOCATION, env)
                        .maintenance()
                        .verify(request)
                        .problems())
                .as("verified, %s", request)
                .isEmpty();
    }

    /** An expiration has left as many snapshots as the options allow, and no fewer. */
    void expired(Map<String, String> options, int before) {
        int least = Integer.parseInt(options.get("snapshot.num-retained.min"));
        int most = Integer.parseInt(options.get("snapshot.num-retained.max"));
        assertThat(model.contents().size())
                .as("snapshots of %s after an expiration", before)
                .isBetween(Math.min(least, before), Math.max(most, 1));
    }
}
