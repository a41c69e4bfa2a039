package dev.varve.table.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.manifest.FileChanges;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.GenericRow;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ManyBucketsTest {
    private static Harness table(int buckets) {
        return new Harness(
                List.of(
                        new DataField(0, "id", DataTypes.INT.notNull()),
                        new DataField(1, "name", DataTypes.STRING),
                        new DataField(2, "quantity", DataTypes.INT)),
                List.of("id"),
                List.of(),
                Map.of("bucket", Integer.toString(buckets), "bucket-function.type", "mod"));
    }

    private static long usedHeapBytes() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    @Test
    void tenThousandOpenBucketsCostLittle() {
        Harness table = table(10_000);
        GenericRow row = GenericRow.of(0, BinaryString.of("the name of something"), 7);
        long before = usedHeapBytes();
        try (TableWrite write = table.open()) {
            for (int i = 0; i < 30_000; i++) {
                row.set(0, i);
                write.write(row);
            }
            long perBucket = (usedHeapBytes() - before) / 10_000;
            assertThat(write.bufferedBytes()).isEqualTo(table.budget.usedBytes());
            // Three rows of 72 bytes each.
            assertThat(table.budget.usedBytes() / 10_000).isBetween(216L, 1_000L);
            assertThat(perBucket).isLessThan(2_500L);
            write.discard();
            assertThat(table.budget.usedBytes()).isZero();
        }
    }

    @Test
    void idleBucketsAreForgottenAndFoundAgain() {
        int buckets = TableWrite.IDLE_BUCKETS + 50;
        Harness table = table(buckets);
        try (TableWrite write = table.open()) {
            for (int i = 0; i < 50; i++) {
                write.write(GenericRow.of(i, BinaryString.of("old"), i));
            }
            FileChanges first = write.prepare();
            table.commit(first);
            write.committed(first);
            assertThat(write.openBuckets()).isEqualTo(50);

            for (int i = 50; i < buckets; i++) {
                write.write(GenericRow.of(i, BinaryString.of("dropped"), i));
            }
            assertThat(write.openBuckets()).isEqualTo(buckets);
            write.discard();
            int refreshes = table.refreshes;
            write.committed(FileChanges.NONE);
            assertThat(write.openBuckets()).isEqualTo(TableWrite.IDLE_BUCKETS);
            assertThat(table.refreshes).isGreaterThan(refreshes);

            // The oldest fifty are gone; numbers go on behind the committed file all the same.
            write.write(GenericRow.of(3, BinaryString.of("new"), 3));
            FileChanges second = write.prepare();
            assertThat(second.appends().get(0).files().get(0).minSequence()).isEqualTo(1);
            table.commit(second);
        }
        assertThat(table.read())
                .hasSize(50)
                .contains(GenericRow.of(3, BinaryString.of("new"), 3), GenericRow.of(4, BinaryString.of("old"), 4));
    }
}
