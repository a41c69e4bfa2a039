package dev.varve.table.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.error.LimitExceededException;
import dev.varve.table.error.StorageException;
import dev.varve.table.error.UnsupportedFormatException;
import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.manifest.FileChanges;
import dev.varve.table.manifest.FileSource;
import dev.varve.table.memtable.MemoryBudget;
import dev.varve.table.row.BinaryRow;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.RowKind;
import dev.varve.table.testing.Fault;
import dev.varve.table.testing.FaultPlan;
import dev.varve.table.testing.FaultyFileIO;
import dev.varve.table.testing.StoreCall;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TableWriteTest {
    private static final List<DataField> FIELDS = List.of(
            new DataField(0, "id", DataTypes.INT.notNull()),
            new DataField(1, "name", DataTypes.STRING),
            new DataField(2, "quantity", DataTypes.INT));
    private static final BucketId BUCKET = new BucketId(BinaryRow.EMPTY, 0);

    private static Harness table(Map<String, String> options) {
        return new Harness(FIELDS, List.of("id"), List.of(), options);
    }

    private static GenericRow row(RowKind kind, int id, String name, Integer quantity) {
        return GenericRow.ofKind(kind, id, name == null ? null : BinaryString.of(name), quantity);
    }

    private static GenericRow insert(int id, String name) {
        return row(RowKind.INSERT, id, name, id * 10);
    }

    private static void writeAndCommit(Harness table, TableWrite write, GenericRow... rows) {
        for (GenericRow row : rows) {
            write.write(row);
        }
        commit(table, write);
    }

    private static FileChanges commit(Harness table, TableWrite write) {
        FileChanges changes = write.prepare();
        table.commit(changes);
        write.committed(changes);
        return changes;
    }

    @Test
    void whatIsFlushedIsReadBack() {
        Harness table = table(Map.of());
        try (TableWrite write = table.open()) {
            write.write(insert(3, "three"));
            write.write(insert(1, null));
            write.write(row(RowKind.UPDATE_AFTER, 3, "drei", null));
            write.write(insert(2, "two"));
            assertThat(write.bufferedRows()).isEqualTo(4);
            assertThat(write.bufferedBytes()).isPositive();
            FileChanges changes = write.prepare();
            assertThat(write.bufferedRows()).isZero();
            assertThat(write.bufferedBytes()).isZero();

            assertThat(changes.compactions()).isEmpty();
            assertThat(changes.appends()).hasSize(1);
            FileChanges.Append append = changes.appends().get(0);
            assertThat(append.bucket()).isEqualTo(BUCKET);
            assertThat(append.totalBuckets()).isEqualTo(1);
            assertThat(append.files()).hasSize(1);
            DataFileMeta file = append.files().get(0);
            assertThat(file.level()).isZero();
            assertThat(file.rowCount()).isEqualTo(3);
            assertThat(file.minKey().intAt(0)).isEqualTo(1);
            assertThat(file.maxKey().intAt(0)).isEqualTo(3);
            assertThat(file.minSequence()).isEqualTo(1);
            assertThat(file.maxSequence()).isEqualTo(3);
            assertThat(file.deleteRowCount()).hasValue(0L);
            assertThat(file.source()).hasValue(FileSource.APPEND);
            assertThat(file.schemaId()).isZero();
            assertThat(file.creationTimeMillis()).hasValue(table.env.currentTimeMillis());

            table.commit(changes);
            assertThat(table.read())
                    .containsExactly(
                            row(RowKind.INSERT, 1, null, 10),
                            row(RowKind.INSERT, 2, "two", 20),
                            row(RowKind.INSERT, 3, "drei", null));
        }
    }

    @Test
    void nothingWrittenIsNoChange() {
        Harness table = table(Map.of());
        try (TableWrite write = table.open()) {
            assertThat(write.prepare().isEmpty()).isTrue();
        }
        assertThat(table.io.files()).isEmpty();
    }

    @Test
    void deletesHideOlderRowsAndAreCounted() {
        Harness table = table(Map.of());
        try (TableWrite write = table.open()) {
            writeAndCommit(table, write, insert(1, "a"), insert(2, "b"), insert(3, "c"));
            writeAndCommit(table, write, row(RowKind.DELETE, 2, null, null), row(RowKind.UPDATE_BEFORE, 3, "c", 30));
        }
        assertThat(table.read()).containsExactly(insert(1, "a"));
        DataFileMeta second = table.files().get(1);
        assertThat(second.deleteRowCount()).hasValue(2L);
        assertThat(second.rowCount()).isEqualTo(2);
    }

    @Test
    void aColumnMaySayTheKind() {
        Harness table = table(Map.of("rowkind.field", "name"));
        try (TableWrite write = table.open()) {
            writeAndCommit(table, write, row(RowKind.DELETE, 1, "+I", 0), insert(2, "+I"), insert(2, "-D"));
            assertThat(table.read()).containsExactly(row(RowKind.INSERT, 1, "+I", 0));
            assertThatThrownBy(() -> write.write(insert(3, "x"))).isInstanceOf(InvalidInputException.class);
            writeAndCommit(table, write, insert(4, "+U"));
            assertThat(table.read()).containsExactly(row(RowKind.INSERT, 1, "+I", 0), insert(4, "+U"));
        }
    }

    @Test
    void ignoredRetractionsAreNotTaken() {
        Harness deletes = table(Map.of("ignore-delete", "true"));
        try (TableWrite write = deletes.open()) {
            writeAndCommit(
                    deletes,
                    write,
                    insert(1, "a"),
                    row(RowKind.DELETE, 1, null, null),
                    row(RowKind.UPDATE_BEFORE, 1, null, 0));
            assertThat(deletes.read()).containsExactly(insert(1, "a"));
            assertThat(deletes.files().get(0).maxSequence()).isZero();
        }
        Harness updates = table(Map.of("ignore-update-before", "true"));
        try (TableWrite write = updates.open()) {
            writeAndCommit(updates, write, insert(1, "a"), row(RowKind.UPDATE_BEFORE, 1, null, 0));
            assertThat(updates.read()).containsExactly(insert(1, "a"));
            writeAndCommit(updates, write, row(RowKind.DELETE, 1, null, 0));
            assertThat(updates.read()).isEmpty();
        }
    }

    @Test
    void sequenceNumbersContinueBehindLiveFiles() {
        Harness table = table(Map.of());
        try (TableWrite first = table.open()) {
            writeAndCommit(table, first, insert(1, "a"), insert(2, "b"));
            writeAndCommit(table, first, insert(1, "c"));
            assertThat(table.files().get(1).minSequence()).isEqualTo(2);
            try (TableWrite second = table.open()) {
                writeAndCommit(table, second, insert(1, "d"));
                writeAndCommit(table, second, insert(1, "e"));
            }
            assertThat(table.files().get(3).minSequence()).isEqualTo(4);

            // The first writer does not know of 3 and 4 before it is told to look.
            first.refreshSequences();
            writeAndCommit(table, first, insert(1, "newest"));
            assertThat(table.files()).anyMatch(file -> file.maxSequence() == 5);
        }
        assertThat(table.read()).containsExactly(insert(1, "newest"), insert(2, "b"));
    }

    @Test
    void sequenceNumbersNeverGoBack() {
        Harness table = table(Map.of());
        try (TableWrite write = table.open()) {
            write.write(insert(1, "a"));
            write.write(insert(2, "b"));
            FileChanges pending = write.prepare();
            // Not committed yet: the live files know nothing of the two rows.
            write.refreshSequences();
            write.write(insert(1, "newer"));
            FileChanges newer = write.prepare();
            assertThat(newer.appends().get(0).files().get(0).minSequence()).isEqualTo(2);
            table.commit(pending);
            table.commit(newer);
        }
        assertThat(table.read()).containsExactly(insert(1, "newer"), insert(2, "b"));
    }

    @Test
    void refreshIsRefusedWhileRowsAreBuffered() {
        Harness table = table(Map.of());
        try (TableWrite write = table.open()) {
            write.write(insert(1, "a"));
            assertThatThrownBy(write::refreshSequences).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void aBadRowIsNotTakenAndTheWriterGoesOn() {
        Harness table = table(Map.of());
        try (TableWrite write = table.open()) {
            write.write(insert(1, "a"));
            assertThatThrownBy(() -> write.write(GenericRow.of(null, null, 1)))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessage("Cannot write null to non-null column(id)");
            assertThat(write.bufferedRows()).isEqualTo(1);
            writeAndCommit(table, write, insert(2, "b"));
        }
        assertThat(table.read()).containsExactly(insert(1, "a"), insert(2, "b"));
    }

    @Test
    void nullsBecomeTheColumnsDefault() {
        List<DataField> fields = List.of(
                FIELDS.get(0),
                new DataField(1, "name", DataTypes.STRING, Optional.empty(), Optional.of("nobody")),
                new DataField(2, "quantity", DataTypes.INT.notNull(), Optional.empty(), Optional.of("7")));
        Harness table = new Harness(fields, List.of("id"), List.of(), Map.of());
        try (TableWrite write = table.open()) {
            writeAndCommit(table, write, row(RowKind.INSERT, 1, null, 5), row(RowKind.INSERT, 2, "x", 6));
            assertThatThrownBy(() -> write.write(row(RowKind.INSERT, 3, "y", null)))
                    .hasMessage("Cannot write null to non-null column(quantity)");
        }
        assertThat(table.read()).containsExactly(row(RowKind.INSERT, 1, "nobody", 5), row(RowKind.INSERT, 2, "x", 6));
    }

    @Test
    void aDefaultThatIsNoValueIsRefusedAtOnce() {
        List<DataField> fields =
                List.of(FIELDS.get(0), new DataField(1, "n", DataTypes.INT, Optional.empty(), Optional.of("many")));
        Harness table = new Harness(fields, List.of("id"), List.of(), Map.of());
        assertThatThrownBy(table::open)
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("many");
    }

    @Test
    void discardDropsRowsAndFilesThatNobodyGot() {
        Harness table = table(Map.of());
        table.budget = new MemoryBudget(40_000);
        try (TableWrite write = table.open()) {
            writeAndCommit(table, write, insert(1, "kept"));
            for (int i = 0; i < 1000; i++) {
                write.write(insert(i, "a text that fills the small buffer " + i));
            }
            assertThat(table.orphans()).isNotEmpty();
            write.discard();
            assertThat(write.bufferedRows()).isZero();
            assertThat(write.bufferedBytes()).isZero();
            assertThat(table.orphans()).isEmpty();
            assertThat(table.read()).containsExactly(insert(1, "kept"));

            writeAndCommit(table, write, insert(2, "afterwards"));
        }
        assertThat(table.read()).containsExactly(insert(1, "kept"), insert(2, "afterwards"));
        assertThat(table.budget.usedBytes()).isZero();
    }

    @Test
    void closeLeavesNothingBehind() {
        Harness table = table(Map.of());
        TableWrite write = table.open();
        write.write(insert(1, "a"));
        FileChanges handedOver = write.prepare();
        write.write(insert(2, "b"));
        write.close();
        write.close();
        assertThat(table.budget.usedBytes()).isZero();
        table.commit(handedOver);
        assertThat(table.orphans()).isEmpty();
        assertThat(table.read()).containsExactly(insert(1, "a"));
        assertThatThrownBy(() -> write.write(insert(3, "c"))).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aSmallBudgetFlushesEarlyAndLosesNothing() {
        Harness table = new Harness(FIELDS, List.of("id"), List.of(), Map.of("bucket", "5", "write-only", "true"));
        table.budget = new MemoryBudget(60_000);
        try (TableWrite write = table.open()) {
            for (int i = 0; i < 3000; i++) {
                write.write(insert(i % 1000, "round " + i / 1000));
            }
            assertThat(table.budget.usedBytes()).isLessThanOrEqualTo(60_000);
            FileChanges changes = write.prepare();
            assertThat(changes.appends()).hasSize(5);
            assertThat(changes.appends())
                    .allSatisfy(append -> assertThat(append.files()).hasSizeGreaterThan(1));
            table.commit(changes);
        }
        assertThat(table.read()).hasSize(1000).allMatch(row -> row.stringAt(1).equals(BinaryString.of("round 2")));
    }

    @Test
    void aRowTooLargeForTheBudgetIsRefusedAlone() {
        Harness table = table(Map.of());
        table.budget = new MemoryBudget(20_000);
        try (TableWrite write = table.open()) {
            write.write(insert(1, "a"));
            assertThatThrownBy(() -> write.write(insert(2, "x".repeat(20_000))))
                    .isInstanceOf(LimitExceededException.class)
                    .hasMessageContaining("20000");
            writeAndCommit(table, write, insert(3, "x".repeat(15_000)));
        }
        assertThat(table.read()).hasSize(2);
    }

    @Test
    void writersOfOneThreadYieldToEachOther() {
        Harness left = table(Map.of());
        Harness right = table(Map.of());
        left.budget = new MemoryBudget(60_000);
        right.budget = left.budget;
        try (TableWrite one = left.open();
                TableWrite other = right.open()) {
            for (int i = 0; i < 300; i++) {
                one.write(insert(i, "fills most of the buffer"));
            }
            for (int i = 0; i < 300; i++) {
                other.write(insert(i, "needs what the first holds"));
            }
            assertThat(left.orphans()).isNotEmpty();
            left.commit(one.prepare());
            right.commit(other.prepare());
        }
        assertThat(left.read()).hasSize(300);
        assertThat(right.read()).hasSize(300);
    }

    @Test
    void buffersOfOtherThreadsAreNotTouched() throws InterruptedException {
        Harness left = table(Map.of());
        Harness right = table(Map.of());
        left.budget = new MemoryBudget(20_000);
        right.budget = left.budget;
        try (TableWrite mine = left.open()) {
            Thread elsewhere = new Thread(() -> {
                TableWrite other = right.open();
                while (right.budget.usedBytes() < 15_000) {
                    other.write(insert((int) right.budget.usedBytes(), "x".repeat(100)));
                }
            });
            elsewhere.start();
            elsewhere.join();
            assertThatThrownBy(() -> mine.write(insert(1, "x".repeat(10_000))))
                    .isInstanceOf(LimitExceededException.class)
                    .hasMessageContaining("other threads");
            assertThat(right.orphans()).isEmpty();
        }
    }

    @Test
    void tooManyRunsAreCompactedInTheBackground() {
        Harness table = table(Map.of());
        try (TableWrite write = table.open()) {
            for (int i = 0; i < 4; i++) {
                writeAndCommit(table, write, insert(i, "a"), insert(100, "round " + i));
            }
            assertThat(write.worstRuns()).isEqualTo(4);
            assertThat(write.hasFinishedCompactions()).isFalse();
            write.write(row(RowKind.DELETE, 0, null, null));
            FileChanges fifth = commit(table, write);
            assertThat(fifth.appends()).hasSize(1);
            assertThat(fifth.compactions()).isEmpty();
            assertThat(write.hasFinishedCompactions()).isTrue();
            assertThat(write.worstRuns()).isEqualTo(5);

            FileChanges changes = write.prepare();
            assertThat(changes.appends()).isEmpty();
            assertThat(changes.compactions()).hasSize(1);
            FileChanges.Compaction compaction = changes.compactions().get(0);
            assertThat(compaction.before()).hasSize(5);
            assertThat(compaction.after()).singleElement().satisfies(file -> {
                assertThat(file.level()).isEqualTo(5);
                assertThat(file.source()).hasValue(FileSource.COMPACT);
                assertThat(file.rowCount()).isEqualTo(4);
                assertThat(file.deleteRowCount()).hasValue(0L);
                assertThat(file.minSequence()).isEqualTo(2);
                assertThat(file.maxSequence()).isEqualTo(7);
            });
            assertThat(write.hasFinishedCompactions()).isFalse();
            table.commit(changes);
            write.committed(changes);
            assertThat(write.worstRuns()).isEqualTo(1);
            assertThat(write.compactions().finished()).isEqualTo(1);
            assertThat(write.compactions().bytesWritten())
                    .isEqualTo(compaction.after().get(0).sizeBytes());

            // Sixth commit: level 0 and level 5.
            writeAndCommit(table, write, insert(7, "more"));
            assertThat(table.levels(BUCKET).describe()).startsWith("L0[9..9 ").contains("L5[2..7 ");
        }
        assertThat(table.read())
                .containsExactly(
                        insert(1, "a"), insert(2, "a"), insert(3, "a"), insert(7, "more"), insert(100, "round 3"));
    }

    @Test
    void copyOnWriteCompactsTheNewFilesInTheSameCommit() {
        Harness table = table(Map.of("full-compaction.delta-commits", "1"));
        try (TableWrite write = table.open()) {
            for (int i = 0; i < 3; i++) {
                write.write(insert(1, "round " + i));
                FileChanges changes = commit(table, write);
                assertThat(changes.appends()).hasSize(1);
                assertThat(changes.compactions().get(0).before())
                        .containsAll(changes.appends().get(0).files());
                assertThat(table.levels(BUCKET).runs())
                        .singleElement()
                        .satisfies(run -> assertThat(run.level()).isEqualTo(5));
            }
            assertThat(write.hasFinishedCompactions()).isFalse();
        }
        assertThat(table.read()).containsExactly(insert(1, "round 2"));
    }

    @Test
    void everySoManyCommitsAreFollowedByAFullCompaction() {
        Harness table = table(Map.of("full-compaction.delta-commits", "3"));
        try (TableWrite write = table.open()) {
            var runs = new ArrayList<Integer>();
            for (int i = 0; i < 7; i++) {
                writeAndCommit(table, write, insert(1, "round " + i));
                runs.add(table.levels(BUCKET).runs().size());
            }
            assertThat(runs).containsExactly(1, 2, 1, 2, 3, 1, 2);
            // A full compaction that is not committed stays on the list.
            writeAndCommit(table, write, insert(1, "round 7"));
            write.write(insert(1, "round 8"));
            FileChanges changes = write.prepare();
            changes.compactions()
                    .get(0)
                    .after()
                    .forEach(file -> table.io.delete(table.paths().file(BUCKET, file)));
            FileChanges appends = new FileChanges(changes.appends(), List.of());
            table.commit(appends);
            write.lost(changes.compactions());
            write.committed(appends);
            assertThat(write.hasFinishedCompactions()).isTrue();
            commit(table, write);
            commit(table, write);
            assertThat(commit(table, write).compactions()).hasSize(1);
        }
        assertThat(table.read()).containsExactly(insert(1, "round 8"));
    }

    @Test
    void commitsMayWaitForEveryCompaction() {
        Harness table = table(Map.of("commit.force-compact", "true"));
        try (TableWrite write = table.open()) {
            for (int i = 0; i < 4; i++) {
                writeAndCommit(table, write, insert(1, "round " + i));
            }
            write.write(insert(1, "round 4"));
            FileChanges fifth = commit(table, write);
            assertThat(fifth.compactions().get(0).before())
                    .hasSize(5)
                    .containsAll(fifth.appends().get(0).files());
            assertThat(table.levels(BUCKET).runs()).hasSize(1);
            assertThat(write.hasFinishedCompactions()).isFalse();
        }
    }

    @Test
    void onlyOwnedBucketsAreCompactedWhoeverWritesToThem() {
        Harness table = table(Map.of());
        table.owns = bucket -> false;
        try (TableWrite other = table.open()) {
            for (int i = 0; i < 5; i++) {
                writeAndCommit(table, other, insert(1, "round " + i));
            }
            assertThat(other.hasFinishedCompactions()).isFalse();
            assertThat(other.worstRuns()).isEqualTo(5);
        }
        table.owns = bucket -> true;
        table.changed.add(BUCKET);
        try (TableWrite owner = table.open()) {
            owner.considerCompactions();
            assertThat(owner.hasFinishedCompactions()).isTrue();
            assertThat(commit(table, owner).compactions()).hasSize(1);
        }
        assertThat(table.read()).containsExactly(insert(1, "round 4"));
        assertThat(table.levels(BUCKET).runs()).hasSize(1);
    }

    @Test
    void aBucketWhoseOwnerDoesNothingIsTakenOver() {
        Harness table = table(Map.of());
        table.owns = bucket -> false;
        try (TableWrite write = table.open()) {
            for (int i = 0; i < 8; i++) {
                writeAndCommit(table, write, insert(1, "round " + i));
            }
            assertThat(write.worstRuns()).isEqualTo(8);
            table.env.advance(RunWatch.PATIENCE.minusSeconds(1));
            write.considerCompactions();
            assertThat(write.hasFinishedCompactions()).isFalse();
            table.env.advance(Duration.ofSeconds(1));
            write.considerCompactions();
            assertThat(commit(table, write).compactions()).hasSize(1);
            assertThat(write.worstRuns()).isEqualTo(1);
            // It stays so: no more waiting.
            for (int i = 0; i < 4; i++) {
                writeAndCommit(table, write, insert(1, "more " + i));
            }
            assertThat(write.hasFinishedCompactions()).isTrue();
        }
    }

    @Test
    void aCompactionWhoseInputIsReplacedIsGivenUp() {
        Harness table = table(Map.of());
        try (TableWrite write = table.open();
                TableWrite other = table.open()) {
            for (int i = 0; i < 5; i++) {
                writeAndCommit(table, write, insert(1, "round " + i));
            }
            assertThat(write.hasFinishedCompactions()).isTrue();
            other.compact(BUCKET);
            commit(table, other);
            assertThat(write.prepare().isEmpty()).isTrue();
            assertThat(write.compactions().conflicts()).isEqualTo(1);
            assertThat(write.hasFinishedCompactions()).isFalse();
            write.considerCompactions();
            assertThat(write.hasFinishedCompactions()).isFalse();
        }
        assertThat(table.read()).containsExactly(insert(1, "round 4"));
    }

    @Test
    void filesOfANewerSchemaKeepTheirColumns() {
        Harness table = table(Map.of());
        try (TableWrite old = table.open()) {
            for (int i = 0; i < 4; i++) {
                writeAndCommit(table, old, insert(i, "old"));
            }
            var fields = new ArrayList<>(table.schema.fields());
            fields.add(new DataField(table.schema.highestFieldId() + 1, "extra", DataTypes.INT));
            table.evolve(fields);
            try (TableWrite wide = table.open()) {
                wide.write(GenericRow.of(9, BinaryString.of("wide"), 1, 77));
                commit(table, wide);
            }
            table.changed.add(BUCKET);
            old.considerCompactions();
            assertThat(commit(table, old).compactions()).hasSize(1);
            assertThat(table.files())
                    .singleElement()
                    .satisfies(file -> assertThat(file.schemaId()).isEqualTo(table.schema.id()));
        }
        assertThat(table.read()).contains(GenericRow.of(9, BinaryString.of("wide"), 1, 77));
    }

    @Test
    void aWriteOnlyTableIsNeverCompacted() {
        Harness table = table(Map.of("write-only", "true"));
        try (TableWrite write = table.open()) {
            for (int i = 0; i < 12; i++) {
                writeAndCommit(table, write, insert(1, "round " + i));
            }
            assertThat(table.files()).hasSize(12);
            assertThatThrownBy(() -> write.compact(BUCKET))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("write-only");
        }
        assertThat(table.read()).containsExactly(insert(1, "round 11"));
    }

    @Test
    void aRequestedCompactionNeedsNoRows() {
        Harness table = table(Map.of());
        try (TableWrite write = table.open()) {
            writeAndCommit(table, write, insert(1, "a"), insert(2, "b"));
            write.compact(BUCKET);
            FileChanges changes = write.prepare();
            // One small file that overlaps nothing: upgraded, not rewritten.
            assertThat(changes.appends()).isEmpty();
            assertThat(changes.compactions()).hasSize(1);
            assertThat(changes.compactions().get(0).before().get(0).name())
                    .isEqualTo(changes.compactions().get(0).after().get(0).name());
            table.commit(changes);
            assertThat(table.files())
                    .singleElement()
                    .satisfies(file -> assertThat(file.level()).isEqualTo(5));

            write.compact(BUCKET);
            assertThat(write.prepare().isEmpty()).isTrue();
        }
        assertThat(table.read()).containsExactly(insert(1, "a"), insert(2, "b"));
    }

    @Test
    void aLostCompactionLeavesItsInputsAlone() {
        Harness table = table(Map.of());
        try (TableWrite write = table.open()) {
            for (int i = 0; i < 5; i++) {
                writeAndCommit(table, write, insert(1, "round " + i));
            }
            write.write(insert(1, "last"));
            FileChanges changes = write.prepare();
            assertThat(changes.compactions()).hasSize(1);
            // The compaction lost a race: only the append is committed, and its files are deleted by whoever owns them.
            FileChanges appends = new FileChanges(changes.appends(), List.of());
            table.commit(appends);
            changes.compactions()
                    .get(0)
                    .after()
                    .forEach(file -> table.io.delete(table.paths().file(BUCKET, file)));
            write.lost(changes.compactions());
            write.committed(appends);
            assertThat(table.read()).containsExactly(insert(1, "last"));
            assertThat(write.compactions().conflicts()).isEqualTo(1);
            // It is done anew.
            assertThat(commit(table, write).compactions()).hasSize(1);
        }
        assertThat(table.levels(BUCKET).runs()).hasSize(1);
        assertThat(table.read()).containsExactly(insert(1, "last"));
    }

    @Test
    void whatIsUnderWaySurvivesADiscardAndEndsWithTheWriter() {
        Harness table = table(Map.of());
        try (TableWrite write = table.open()) {
            for (int i = 0; i < 5; i++) {
                writeAndCommit(table, write, insert(1, "round " + i));
            }
            write.write(insert(1, "dropped"));
            write.discard();
            assertThat(write.hasFinishedCompactions()).isTrue();
            FileChanges given = write.prepare();
            assertThat(given.compactions()).hasSize(1);
            // Handed over and discarded: whoever has it deletes it, and the bucket is compacted anew.
            given.compactions()
                    .get(0)
                    .after()
                    .forEach(file -> table.io.delete(table.paths().file(BUCKET, file)));
            write.discard();
            assertThat(write.hasFinishedCompactions()).isFalse();
            write.considerCompactions();
            assertThat(write.hasFinishedCompactions()).isTrue();
        }
        assertThat(table.orphans()).isEmpty();
        assertThat(table.read()).containsExactly(insert(1, "round 4"));
    }

    @Test
    void aFailingCompactionLeavesTheTableAsItWasAndIsTriedAgainLater() {
        Harness table = table(Map.of());
        FaultyFileIO io = new FaultyFileIO(table.io);
        try (TableWrite write = table.open(io)) {
            for (int i = 0; i < 4; i++) {
                writeAndCommit(table, write, insert(1, "round " + i));
            }
            io.plan(FaultPlan.always(call -> call.is(StoreCall.Operation.OPEN), Fault.FAIL_BEFORE));
            writeAndCommit(table, write, insert(1, "last"));
            assertThat(write.hasFinishedCompactions()).isFalse();
            assertThat(write.compactions().failed()).isEqualTo(1);
            assertThat(write.compactions().queued()).isEqualTo(1);
            assertThat(table.orphans()).isEmpty();
            assertThat(table.levels(BUCKET).runs()).hasSize(5);

            // Who asks for a compaction is told.
            write.compact(BUCKET);
            assertThatThrownBy(write::prepare).isInstanceOf(StorageException.class);
            write.discard();

            io.plan(FaultPlan.none());
            writeAndCommit(table, write, insert(2, "next"));
            assertThat(commit(table, write).compactions()).hasSize(1);
            assertThat(table.levels(BUCKET).runs()).hasSize(1);
        }
        assertThat(table.read()).containsExactly(insert(1, "last"), insert(2, "next"));
    }

    @Test
    void copyOnWriteDoesNotHoldRowsBack() {
        Harness table = table(Map.of("full-compaction.delta-commits", "1"));
        FaultyFileIO io = new FaultyFileIO(table.io);
        try (TableWrite write = table.open(io)) {
            writeAndCommit(table, write, insert(1, "a"));
            io.plan(FaultPlan.always(call -> call.is(StoreCall.Operation.OPEN), Fault.FAIL_BEFORE));
            write.write(insert(1, "b"));
            FileChanges changes = commit(table, write);
            assertThat(changes.appends()).hasSize(1);
            assertThat(changes.compactions()).isEmpty();
            io.plan(FaultPlan.none());
            assertThat(write.hasFinishedCompactions()).isTrue();
            assertThat(commit(table, write).compactions()).hasSize(1);
        }
        assertThat(table.read()).containsExactly(insert(1, "b"));
        assertThat(table.levels(BUCKET).runs()).hasSize(1);
    }

    @Test
    void anotherNumberOfBucketsIsRefused() {
        Harness table = table(Map.of("bucket", "2"));
        table.totals.put(BinaryRow.EMPTY, 4);
        try (TableWrite write = table.open()) {
            assertThatThrownBy(() -> write.write(insert(1, "a")))
                    .isInstanceOf(UnsupportedFormatException.class)
                    .hasMessageContaining("with a new bucket num 2, but the previous bucket num is 4");
        }
    }

    @Test
    void partitionsLieInTheirDirectories() {
        List<DataField> fields = List.of(
                new DataField(0, "day", DataTypes.STRING.notNull()),
                new DataField(1, "id", DataTypes.INT.notNull()),
                new DataField(2, "v", DataTypes.INT));
        Harness table = new Harness(fields, List.of("day", "id"), List.of("day"), Map.of("bucket", "2"));
        try (TableWrite write = table.open()) {
            for (int i = 0; i < 40; i++) {
                write.write(GenericRow.of(BinaryString.of("d" + i % 4), i % 10, i));
            }
            FileChanges changes = write.prepare();
            table.commit(changes);
            assertThat(changes.appends()).hasSize(8);
        }
        assertThat(table.io.files())
                .hasSize(8)
                .allMatch(file -> file.value().matches("memory://table/day=d[0-3]/bucket-[01]/data-.*\\.parquet"));
        assertThat(table.read()).hasSize(20);
    }
}
