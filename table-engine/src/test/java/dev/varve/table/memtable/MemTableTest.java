package dev.varve.table.memtable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.datafile.KeyValueLayout;
import dev.varve.table.error.LimitExceededException;
import dev.varve.table.merge.KeyValueReader;
import dev.varve.table.merge.SequenceOrder;
import dev.varve.table.merge.VersionJoin;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.KeyValue;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowComparator;
import dev.varve.table.row.RowKind;
import dev.varve.table.row.RowSerializer;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DataTypes;
import dev.varve.table.type.RowType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class MemTableTest {
    private static final long PLENTY = 64L << 20;

    /** The key is (k2, k1): not in column order. */
    private static KeyValueLayout layout(DataType k1, DataType k2) {
        RowType type = RowType.of(List.of(
                new DataField(0, "k1", k1.notNull()),
                new DataField(1, "v", DataTypes.INT),
                new DataField(2, "text", DataTypes.STRING),
                new DataField(3, "k2", k2.notNull())));
        return KeyValueLayout.of(type, List.of("k2", "k1"));
    }

    private static GenericRow row(RowKind kind, Object k1, Integer v, String text, Object k2) {
        return GenericRow.ofKind(kind, k1, v, text == null ? null : BinaryString.of(text), k2);
    }

    private static String print(KeyValueLayout layout, KeyValue version) {
        return version.kind().shortName() + " " + version.sequence() + " "
                + GenericRow.copyOf(version.key(), layout.keyType()) + " "
                + GenericRow.copyOf(version.value(), layout.valueType());
    }

    private static List<String> printAll(KeyValueLayout layout, KeyValueReader reader) {
        var lines = new ArrayList<String>();
        while (reader.advance()) {
            lines.add(print(layout, reader.current()));
        }
        assertThat(reader.advance()).isFalse();
        return lines;
    }

    private static List<String> printAll(KeyValueLayout layout, JoinedVersions keys) {
        var lines = new ArrayList<String>();
        while (keys.advance()) {
            for (int i = 0; i < keys.size(); i++) {
                lines.add(print(layout, keys.get(i)));
            }
        }
        assertThat(keys.advance()).isFalse();
        return lines;
    }

    /** Keeps references to all versions of a key, as it may, and looks at them only at the end. */
    private static final class OldestToNewest implements VersionJoin {
        private final KeyValueLayout layout;
        private List<KeyValue> versions = List.of();
        private List<KeyValue> joined = versions;
        private final List<List<String>> groups = new ArrayList<>();

        OldestToNewest(KeyValueLayout layout) {
            this.layout = layout;
        }

        @Override
        public void reset() {
            versions = new ArrayList<>();
        }

        @Override
        public void add(KeyValue version) {
            versions.add(version);
        }

        @Override
        public int size() {
            if (versions != joined) {
                joined = versions;
                groups.add(
                        versions.stream().map(version -> print(layout, version)).toList());
            }
            return groups.size() % 3 == 0 ? 0 : Math.min(versions.size(), 2);
        }

        @Override
        public KeyValue get(int number) {
            return versions.get(number);
        }
    }

    private record Put(long sequence, GenericRow row) {}

    private static List<Put> randomPuts(Random random, DataType k1, DataType k2, int count) {
        var puts = new ArrayList<Put>();
        long sequence = random.nextInt(100);
        int keys = 1 + random.nextInt(count);
        for (int i = 0; i < count; i++) {
            Object first = key(k1, random.nextInt(keys) - keys / 2);
            Object second = key(k2, random.nextInt(3) - 1);
            RowKind kind = RowKind.values()[random.nextInt(4)];
            String text = random.nextInt(5) == 0 ? null : "t".repeat(random.nextInt(40));
            puts.add(new Put(sequence, row(kind, first, random.nextInt(5), text, second)));
            sequence += 1 + random.nextInt(3);
        }
        return puts;
    }

    private static Object key(DataType type, int number) {
        return switch (type.root()) {
            case INT -> number;
            case BIGINT -> (long) number << 40;
            case VARCHAR -> BinaryString.of("a common prefix " + number);
            default -> throw new IllegalArgumentException(type.toString());
        };
    }

    private void compareWithModel(DataType k1, DataType k2, boolean byValue, long seed) {
        Random random = new Random(seed);
        KeyValueLayout layout = layout(k1, k2);
        SequenceOrder order =
                byValue ? (left, right) -> Integer.compare(left.intAt(1), right.intAt(1)) : SequenceOrder.ARRIVAL;
        MemTable table = new MemTable(layout, order, new MemoryBudget(PLENTY));
        RowSerializer serializer = new RowSerializer(layout.valueType());
        for (int round = 0; round < 3; round++) {
            List<Put> puts = randomPuts(random, k1, k2, 1 + random.nextInt(2000));
            for (Put put : puts) {
                assertThat(table.put(put.sequence, serializer.lend(put.row, put.row.kind())))
                        .isTrue();
            }
            RowComparator keys = layout.valueOrder();
            Comparator<Put> newestLast = Comparator.<Put, Row>comparing(put -> put.row, order::compareValues)
                    .thenComparing(Put::sequence);
            TreeMap<Row, List<Put>> model = new TreeMap<>(keys);
            puts.forEach(put ->
                    model.computeIfAbsent(put.row, row -> new ArrayList<>()).add(put));
            model.values().forEach(versions -> versions.sort(newestLast));
            List<List<String>> expected = model.values().stream()
                    .map(versions -> versions.stream()
                            .map(put -> print(
                                    layout,
                                    new KeyValue(
                                            layout.newKeyView().over(put.row), put.sequence, put.row.kind(), put.row)))
                            .toList())
                    .toList();

            assertThat(printAll(layout, table.versions()))
                    .as("seed %s", seed)
                    .isEqualTo(expected.stream().flatMap(List::stream).toList());
            OldestToNewest function = new OldestToNewest(layout);
            List<String> merged = printAll(layout, table.joined(function));
            assertThat(function.groups).as("seed %s", seed).isEqualTo(expected);
            var kept = new ArrayList<String>();
            for (int i = 0; i < expected.size(); i++) {
                if (i % 3 != 2) {
                    kept.addAll(
                            expected.get(i).subList(0, Math.min(expected.get(i).size(), 2)));
                }
            }
            assertThat(merged).as("seed %s", seed).isEqualTo(kept);
            assertThat(table.size()).isEqualTo(puts.size());
            table.clear();
        }
    }

    @Test
    void versionsComeByKeyThenAge() {
        for (long seed = 1; seed <= 6; seed++) {
            compareWithModel(DataTypes.INT, DataTypes.INT, false, seed);
            compareWithModel(DataTypes.BIGINT, DataTypes.INT, false, seed);
            compareWithModel(DataTypes.STRING, DataTypes.STRING, false, seed);
        }
    }

    @Test
    void sequenceColumnsComeBeforeArrival() {
        for (long seed = 1; seed <= 4; seed++) {
            compareWithModel(DataTypes.INT, DataTypes.INT, true, seed);
            compareWithModel(DataTypes.STRING, DataTypes.INT, true, seed);
        }
    }

    @Test
    void ascendingKeysNeedNoSortAndStayRight() {
        KeyValueLayout layout = layout(DataTypes.INT, DataTypes.INT);
        MemTable table = new MemTable(layout, SequenceOrder.ARRIVAL, new MemoryBudget(PLENTY));
        RowSerializer serializer = new RowSerializer(layout.valueType());
        for (int i = 0; i < 1000; i++) {
            table.put(i, serializer.lend(row(RowKind.INSERT, i / 2, i, null, 0), RowKind.INSERT));
        }
        KeyValueReader reader = table.versions();
        for (int i = 0; i < 1000; i++) {
            assertThat(reader.advance()).isTrue();
            assertThat(reader.current().sequence()).isEqualTo(i);
        }
        assertThat(reader.advance()).isFalse();
        // More rows after a read: sorted again.
        table.put(2000, serializer.lend(row(RowKind.INSERT, -1, 0, null, 0), RowKind.INSERT));
        KeyValueReader again = table.versions();
        assertThat(again.advance()).isTrue();
        assertThat(again.current().sequence()).isEqualTo(2000);
    }

    @Test
    void theRowGivenMayChangeAfterwards() {
        KeyValueLayout layout = layout(DataTypes.INT, DataTypes.INT);
        MemTable table = new MemTable(layout, SequenceOrder.ARRIVAL, new MemoryBudget(PLENTY));
        RowSerializer serializer = new RowSerializer(layout.valueType());
        table.put(1, serializer.lend(row(RowKind.INSERT, 5, 50, "five", 0), RowKind.INSERT));
        serializer.lend(row(RowKind.DELETE, 9, 90, "nine", 9), RowKind.DELETE);
        assertThat(printAll(layout, table.versions())).containsExactly("+I 1 +I[0, 5] +I[5, 50, five, 0]");
    }

    @Test
    void anExhaustedBudgetRefusesAndLosesNothing() {
        KeyValueLayout layout = layout(DataTypes.INT, DataTypes.INT);
        MemoryBudget budget = new MemoryBudget(20_000);
        MemTable table = new MemTable(layout, SequenceOrder.ARRIVAL, budget);
        RowSerializer serializer = new RowSerializer(layout.valueType());
        int taken = 0;
        while (table.put(taken, serializer.lend(row(RowKind.INSERT, taken, 0, "some text", 0), RowKind.INSERT))) {
            taken++;
        }
        assertThat(taken).isGreaterThan(100);
        assertThat(table.size()).isEqualTo(taken);
        assertThat(printAll(layout, table.versions())).hasSize(taken);
        assertThat(budget.usedBytes()).isEqualTo(table.bytes()).isLessThanOrEqualTo(20_000);

        table.clear();
        assertThat(budget.usedBytes()).isZero();
        assertThat(table.isEmpty()).isTrue();
        assertThat(table.bytes()).isZero();
        assertThat(table.put(0, serializer.lend(row(RowKind.INSERT, 1, 0, "x", 0), RowKind.INSERT)))
                .isTrue();
    }

    @Test
    void aRowThatNeverFitsIsNamedAsSuch() {
        KeyValueLayout layout = layout(DataTypes.INT, DataTypes.INT);
        MemTable table = new MemTable(layout, SequenceOrder.ARRIVAL, new MemoryBudget(10_000));
        RowSerializer serializer = new RowSerializer(layout.valueType());
        GenericRow large = row(RowKind.INSERT, 1, 1, "x".repeat(10_000), 1);
        assertThatThrownBy(() -> table.put(1, serializer.lend(large, RowKind.INSERT)))
                .isInstanceOf(LimitExceededException.class)
                .hasMessageContaining("10000 bytes");
        assertThat(table.isEmpty()).isTrue();

        GenericRow fits = row(RowKind.INSERT, 1, 1, "x".repeat(9_700), 1);
        assertThat(table.put(1, serializer.lend(fits, RowKind.INSERT))).isTrue();
    }

    @Test
    void rowsLargerThanAPageAreHeld() {
        KeyValueLayout layout = layout(DataTypes.INT, DataTypes.INT);
        MemoryBudget budget = new MemoryBudget(PLENTY);
        MemTable table = new MemTable(layout, SequenceOrder.ARRIVAL, budget);
        RowSerializer serializer = new RowSerializer(layout.valueType());
        for (int i = 0; i < 20; i++) {
            int length = i % 3 == 0 ? 3 * MemoryBudget.PAGE_BYTES : 10;
            table.put(i, serializer.lend(row(RowKind.INSERT, -i, i, "x".repeat(length), 0), RowKind.INSERT));
        }
        KeyValueReader reader = table.versions();
        for (int i = 19; i >= 0; i--) {
            assertThat(reader.advance()).isTrue();
            assertThat(reader.current().value().stringAt(2).length())
                    .isEqualTo(i % 3 == 0 ? 3 * MemoryBudget.PAGE_BYTES : 10);
        }
        table.clear();
        assertThat(budget.usedBytes()).isZero();
    }

    @Test
    void sequenceNumbersMustGrow() {
        KeyValueLayout layout = layout(DataTypes.INT, DataTypes.INT);
        MemTable table = new MemTable(layout, SequenceOrder.ARRIVAL, new MemoryBudget(PLENTY));
        RowSerializer serializer = new RowSerializer(layout.valueType());
        table.put(5, serializer.lend(row(RowKind.INSERT, 1, 1, null, 1), RowKind.INSERT));
        assertThatThrownBy(() -> table.put(5, serializer.lend(row(RowKind.INSERT, 2, 1, null, 1), RowKind.INSERT)))
                .isInstanceOf(IllegalStateException.class);
    }
}
