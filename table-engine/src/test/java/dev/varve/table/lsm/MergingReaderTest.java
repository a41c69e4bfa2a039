package dev.varve.table.lsm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.datafile.KeyValueLayout;
import dev.varve.table.merge.KeyValueReader;
import dev.varve.table.merge.MergeFunction;
import dev.varve.table.merge.SequenceOrder;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.KeyValue;
import dev.varve.table.row.RowKind;
import dev.varve.table.testing.LendingReader;
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

class MergingReaderTest {
    private static KeyValueLayout layout(DataType keyType) {
        return KeyValueLayout.of(
                RowType.of(List.of(
                        new DataField(0, "v", DataTypes.INT.notNull()), new DataField(1, "k", keyType.notNull()))),
                List.of("k"));
    }

    private static Object key(DataType type, int number) {
        return type.root().isCharacter() ? BinaryString.of("all keys begin alike " + number) : (Object) number;
    }

    private static KeyValue version(KeyValueLayout layout, int key, long sequence, RowKind kind, int value) {
        GenericRow row = GenericRow.of(value, key(layout.keyType().type(0), key));
        return new KeyValue(layout.newKeyView().over(row), sequence, kind, row);
    }

    private static String print(KeyValueLayout layout, KeyValue version) {
        return version.kind().shortName() + " " + version.sequence() + " "
                + GenericRow.copyOf(version.key(), layout.keyType()) + " "
                + GenericRow.copyOf(version.value(), layout.valueType());
    }

    /** Records every group at its end, from references kept meanwhile; gives the newest, or nothing for each third key. */
    private static final class Recording implements MergeFunction {
        private final KeyValueLayout layout;
        private final List<KeyValue> versions = new ArrayList<>();
        private final List<List<String>> groups = new ArrayList<>();

        Recording(KeyValueLayout layout) {
            this.layout = layout;
        }

        @Override
        public void reset() {
            versions.clear();
        }

        @Override
        public void add(KeyValue version) {
            versions.add(version);
        }

        @Override
        public KeyValue result() {
            groups.add(versions.stream().map(version -> print(layout, version)).toList());
            return groups.size() % 3 == 0 ? null : versions.get(versions.size() - 1);
        }
    }

    private void compareWithModel(DataType keyType, SequenceOrder order, long seed) {
        Random random = new Random(seed);
        KeyValueLayout layout = layout(keyType);
        int runCount = 2 + random.nextInt(9);
        int keys = 1 + random.nextInt(300);
        double density = random.nextDouble();
        long sequence = 0;
        var runs = new ArrayList<LendingReader>();
        var model = new TreeMap<KeyValue, List<KeyValue>>(Comparator.comparing(KeyValue::key, layout.keyOrder()));
        for (int run = 0; run < runCount; run++) {
            var versions = new ArrayList<KeyValue>();
            for (int key = 0; key < keys; key++) {
                if (random.nextDouble() < density) {
                    RowKind kind = RowKind.values()[random.nextInt(4)];
                    versions.add(version(layout, key, sequence++, kind, random.nextInt(4)));
                }
            }
            versions.sort(Comparator.comparing(KeyValue::key, layout.keyOrder()));
            versions.forEach(version ->
                    model.computeIfAbsent(version, any -> new ArrayList<>()).add(version));
            runs.add(new LendingReader(layout, versions));
        }
        model.values()
                .forEach(versions -> versions.sort(Comparator.comparing(KeyValue::value, order::compareValues)
                        .thenComparing(KeyValue::sequence)));
        List<List<String>> expected = model.values().stream()
                .map(versions ->
                        versions.stream().map(version -> print(layout, version)).toList())
                .toList();

        var shuffled = new ArrayList<>(runs);
        java.util.Collections.shuffle(shuffled, random);
        Recording recording = new Recording(layout);
        var results = new ArrayList<String>();
        try (var reader = new MergingReader(List.copyOf(shuffled), layout, order, recording)) {
            while (reader.advance()) {
                results.add(print(layout, reader.current()));
            }
            assertThat(reader.advance()).isFalse();
        }
        assertThat(recording.groups).as("seed %s", seed).isEqualTo(expected);
        var newest = new ArrayList<String>();
        for (int i = 0; i < expected.size(); i++) {
            if (i % 3 != 2) {
                newest.add(expected.get(i).get(expected.get(i).size() - 1));
            }
        }
        assertThat(results).as("seed %s", seed).isEqualTo(newest);
        assertThat(runs).allMatch(LendingReader::isClosed);
    }

    @Test
    void everyKeyComesOnceWithAllVersionsFromOldToNew() {
        for (long seed = 0; seed < 60; seed++) {
            compareWithModel(DataTypes.INT, SequenceOrder.ARRIVAL, seed);
            compareWithModel(DataTypes.STRING, SequenceOrder.ARRIVAL, seed);
        }
    }

    @Test
    void sequenceColumnsComeBeforeSequenceNumbers() {
        SequenceOrder byValue = (left, right) -> Integer.compare(left.intAt(0), right.intAt(0));
        for (long seed = 0; seed < 30; seed++) {
            compareWithModel(DataTypes.INT, byValue, seed);
            compareWithModel(DataTypes.STRING, byValue, seed);
        }
    }

    @Test
    void allRunsAreClosedEvenIfOneFails() {
        KeyValueLayout layout = layout(DataTypes.INT);
        LendingReader good = new LendingReader(layout, List.of());
        KeyValueReader bad = new KeyValueReader() {
            @Override
            public boolean advance() {
                return false;
            }

            @Override
            public KeyValue current() {
                throw new IllegalStateException("nothing here");
            }

            @Override
            public void close() {
                throw new IllegalStateException("cannot close");
            }
        };
        var reader = new MergingReader(List.of(bad, good, bad), layout, SequenceOrder.ARRIVAL, new Recording(layout));
        assertThat(reader.advance()).isFalse();
        assertThatThrownBy(reader::close)
                .hasMessage("cannot close")
                .satisfies(failure -> assertThat(failure.getSuppressed()).hasSize(1));
        assertThat(good.isClosed()).isTrue();
    }
}
