package dev.varve.table.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.error.StorageException;
import dev.varve.table.manifest.FileChanges;
import dev.varve.table.memtable.MemoryBudget;
import dev.varve.table.memtable.SpillDirectory;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.RowKind;
import dev.varve.table.testing.MemorySpillStore;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What memory has no room for goes to local disk, and nobody can tell from the table. */
class SpillingWriteTest {
    private final MemorySpillStore disk = new MemorySpillStore();

    private static Harness table(Map<String, String> options) {
        var table = new Harness(
                List.of(
                        new DataField(0, "id", DataTypes.INT.notNull()),
                        new DataField(1, "name", DataTypes.STRING),
                        new DataField(2, "quantity", DataTypes.INT)),
                List.of("id"),
                List.of(),
                options);
        table.budget = new MemoryBudget(60_000);
        return table;
    }

    private Harness spilling(Map<String, String> options) {
        Harness table = table(options);
        table.spill = Optional.of(new SpillDirectory(disk, table.env));
        return table;
    }

    private static GenericRow row(Random random, int keys, int i) {
        RowKind kind = random.nextInt(5) == 0 ? RowKind.DELETE : RowKind.INSERT;
        return GenericRow.ofKind(kind, random.nextInt(keys), BinaryString.of("name of row " + i), i);
    }

    private static void write(TableWrite write, long seed, int rows) {
        Random random = new Random(seed);
        for (int i = 0; i < rows; i++) {
            write.write(row(random, rows / 3, i));
        }
    }

    private static int files(FileChanges changes) {
        return changes.appends().stream()
                .mapToInt(append -> append.files().size())
                .sum();
    }

    @Test
    void rowsAreTheSameAndFilesAreOneABucket() {
        for (long seed = 1; seed <= 5; seed++) {
            Map<String, String> options = Map.of(
                    "bucket", "7",
                    "local-sort.max-num-file-handles", "3",
                    "num-sorted-run.compaction-trigger", "50",
                    "num-levels", "6");
            Harness spilling = spilling(options);
            Harness flushing = table(options);
            Harness roomy = table(options);
            roomy.budget = new MemoryBudget(64L << 20);
            for (Harness table : List.of(spilling, flushing, roomy)) {
                try (TableWrite write = table.open()) {
                    for (int commit = 0; commit < 3; commit++) {
                        write(write, 10 * seed + commit, 4000);
                        FileChanges changes = write.prepare();
                        if (table != flushing) {
                            assertThat(files(changes)).isEqualTo(7);
                        }
                        table.commit(changes);
                        write.committed(changes);
                    }
                }
                assertThat(table.budget.usedBytes()).isZero();
            }
            assertThat(flushing.files().size()).isGreaterThan(3 * 7);
            assertThat(spilling.read())
                    .as("seed %s", seed)
                    .isEqualTo(roomy.read())
                    .isEqualTo(flushing.read());
            // Not only merged: every file holds the same rows under the same numbers.
            assertThat(spilling.files().stream()
                            .map(file -> file.minSequence() + ".." + file.maxSequence() + " " + file.rowCount() + " "
                                    + file.minKey() + file.maxKey() + file.valueStats()))
                    .containsExactlyElementsOf(roomy.files().stream()
                            .map(file -> file.minSequence() + ".." + file.maxSequence() + " " + file.rowCount() + " "
                                    + file.minKey() + file.maxKey() + file.valueStats())
                            .toList());
            assertThat(disk.created()).isGreaterThan(5);
            assertThat(disk.files()).isEmpty();
        }
    }

    @Test
    void aFullDiskFallsBackToFlushingAndLosesNothing() {
        Harness table = spilling(Map.of("bucket", "2"));
        Harness expected = table(Map.of("bucket", "2"));
        disk.limitTo(20_000);
        try (TableWrite write = table.open();
                TableWrite other = expected.open()) {
            write(write, 1, 5000);
            write(other, 1, 5000);
            FileChanges changes = write.prepare();
            assertThat(files(changes)).isGreaterThan(2);
            table.commit(changes);
            expected.commit(other.prepare());
        }
        assertThat(disk.created()).isPositive();
        assertThat(disk.files()).isEmpty();
        assertThat(table.read()).isEqualTo(expected.read());
    }

    @Test
    void spillingCanBeSwitchedOff() {
        Harness table = spilling(Map.of("write-buffer-spillable", "false"));
        try (TableWrite write = table.open()) {
            write(write, 1, 2000);
            assertThat(files(write.prepare())).isGreaterThan(1);
        }
        assertThat(disk.created()).isZero();
    }

    @Test
    void discardAndCloseDeleteWhatWasSpilled() {
        Harness table = spilling(Map.of());
        try (TableWrite write = table.open()) {
            write(write, 1, 2000);
            assertThat(disk.files()).isNotEmpty();
            write.discard();
            assertThat(disk.files()).isEmpty();
            write(write, 2, 2000);
            assertThat(disk.files()).isNotEmpty();
        }
        assertThat(disk.files()).isEmpty();
        assertThat(table.io.files()).isEmpty();
    }

    @Test
    void damageFailsThePrepareAndTheRowsCanBeWrittenAgain() {
        Harness table = spilling(Map.of());
        try (TableWrite write = table.open()) {
            write(write, 1, 2000);
            disk.files().forEach((name, bytes) -> {
                byte[] damaged = bytes.clone();
                damaged[damaged.length / 2] ^= 4;
                disk.replace(name, damaged);
            });
            assertThatThrownBy(write::prepare)
                    .isInstanceOfSatisfying(
                            StorageException.class,
                            e -> assertThat(e.retryable()).isTrue())
                    .hasMessageContaining("damaged");
            write.discard();
            assertThat(table.io.files()).isEmpty();
            write(write, 1, 2000);
            table.commit(write.prepare());
        }
        Harness expected = table(Map.of());
        try (TableWrite write = expected.open()) {
            write(write, 1, 2000);
            expected.commit(write.prepare());
        }
        assertThat(table.read()).isEqualTo(expected.read());
    }

    @Test
    void aLimitOfItsOwnMakesOnlyTheTableItselfYield() {
        MemoryBudget whole = new MemoryBudget(1 << 20);
        Harness large = spilling(Map.of());
        large.budget = whole;
        Harness small = spilling(Map.of());
        small.budget = whole.limitedTo(40_000);
        try (TableWrite left = large.open();
                TableWrite right = small.open()) {
            write(left, 1, 1000);
            long leftBytes = left.bufferedBytes();
            write(right, 2, 3000);
            assertThat(left.bufferedBytes()).isEqualTo(leftBytes);
            assertThat(right.bufferedBytes()).isLessThanOrEqualTo(40_000);
            assertThat(whole.usedBytes()).isEqualTo(leftBytes + right.bufferedBytes());
            assertThat(disk.files()).isNotEmpty();
        }
        assertThat(whole.usedBytes()).isZero();
        assertThat(disk.files()).isEmpty();
    }
}
