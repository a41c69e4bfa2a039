package dev.varve.it.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.it.chaos.ChangeStream.Row;
import dev.varve.it.compare.Differences;
import dev.varve.it.compare.TableContent;
import dev.varve.it.compare.TableReader;
import dev.varve.table.LiveFile;
import dev.varve.table.Table;
import dev.varve.table.TableId;
import dev.varve.table.TableMaintenance.Orphans;
import dev.varve.table.VerifyRequest;
import dev.varve.table.snapshot.Snapshot;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The two tables: a copy of the accounts, and sums over entries that move from group to group; and what must hold for them. */
final class ChaosTables {
    static final TableId ACCOUNTS = new TableId("default", "accounts");
    static final TableId TOTALS = new TableId("default", "totals");

    private static final int BUCKETS = 4;
    private static final int SNAPSHOTS = 30;
    /** Snapshots that tasks have made since the last expiration. */
    private static final int NOT_YET_EXPIRED = 200;
    /** Sorted runs that compaction leaves in a bucket, each of one file. */
    private static final int FILES_IN_BUCKET = 8;
    /** Nothing is on its way any more. */
    private static final Duration AT_ONCE = Duration.ofMillis(1);

    private ChaosTables() {}

    /** The sink's settings for these tables. */
    static Map<String, String> settings() {
        Map<String, String> settings = new HashMap<>();
        settings.put("cdc.format", "debezium");
        settings.put("options.bucket", Integer.toString(BUCKETS));
        // Eight tasks make a run each in every bucket before its owner commits what it has compacted.
        settings.put("options.num-sorted-run.stop-trigger", "40");
        settings.put("options.snapshot.num-retained.min", "5");
        settings.put("options.snapshot.num-retained.max", Integer.toString(SNAPSHOTS));
        settings.put("options.snapshot.time-retained", "1 min");
        settings.put("tables.totals.primary-key", "grp");
        settings.put("tables.totals.include", "grp,entries,amount");
        settings.put("tables.totals.options.merge-engine", "aggregation");
        settings.put("tables.totals.options.fields.entries.aggregate-function", "sum");
        settings.put("tables.totals.options.fields.amount.aggregate-function", "sum");
        return settings;
    }

    /** The copy equals the source, row by row, as the reader sees it. */
    static void requireAccounts(ChangeStream source, TableReader reader) {
        var expected =
                new TableContent.Builder(List.of("id", "version", "grp", "entries", "amount", "note"), List.of("id"));
        for (Row row : source.rows().values()) {
            expected.add(List.of(row.id(), row.version(), row.group(), 1L, row.amount(), row.note()));
        }
        require(expected.build(), reader, ACCOUNTS);
    }

    /** Every group has its rows' number and sum. A group whose rows have all left it has zeros. */
    static void requireTotals(ChangeStream source, TableReader reader) {
        Map<Long, long[]> sums = new HashMap<>();
        source.eachGroup(group -> sums.put(group, new long[2]));
        for (Row row : source.rows().values()) {
            sums.get(row.group())[0]++;
            sums.get(row.group())[1] += row.amount();
        }
        var expected = new TableContent.Builder(List.of("grp", "entries", "amount"), List.of("grp"));
        sums.forEach((group, sum) -> expected.add(List.of(group, sum[0], sum[1])));
        require(expected.build(), reader, TOTALS);
    }

    private static void require(TableContent expected, TableReader reader, TableId table) {
        Differences differences = Differences.between(expected, reader.read(table));
        assertThat(differences.first())
                .as("%s differences in %s read by %s", differences.count(), table, reader.name())
                .isEmpty();
    }

    /** Whether compaction has caught up. */
    static boolean isCompacted(Table table) {
        Map<Integer, Long> files =
                table.files().stream().collect(Collectors.groupingBy(LiveFile::bucket, Collectors.counting()));
        return files.values().stream().allMatch(count -> count <= FILES_IN_BUCKET);
    }

    /** Everything that is named is there and in order, what is not named goes, and there is no more than there should be. */
    static void requireSound(Table table, String name, Figures figures) {
        List<Snapshot> snapshots = table.snapshots();
        figures.add(
                name + ", snapshots made", snapshots.get(snapshots.size() - 1).id());
        figures.add(name + ", snapshots left", snapshots.size());
        figures.add(name + ", live files", table.files().size());
        assertThat(snapshots).as("snapshots of %s", name).hasSizeLessThan(SNAPSHOTS + NOT_YET_EXPIRED);
        requireVerified(table, name, VerifyRequest.everything());
        Orphans orphans = table.maintenance().orphans(AT_ONCE, true, file -> {});
        figures.add(name + ", orphans removed", orphans.files());
        assertThat(table.maintenance().orphans(AT_ONCE, false, file -> {}).files())
                .as("orphans left in %s", name)
                .isZero();
        requireVerified(table, name, VerifyRequest.newest().withRows());
    }

    private static void requireVerified(Table table, String name, VerifyRequest request) {
        Collection<?> problems = table.maintenance().verify(request).problems();
        assertThat(problems).as("problems of %s", name).isEmpty();
    }
}
