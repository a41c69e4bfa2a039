package dev.varve.benchmark;

import dev.varve.table.EngineSettings;
import dev.varve.table.RowCursor;
import dev.varve.table.Table;
import dev.varve.table.TableEngine;
import dev.varve.table.TableWriter;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowKind;
import dev.varve.table.snapshot.Guard;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A table in the hands of the table engine. */
final class VarveTableUnderTest implements TableUnderTest {
    private static final String USER = "varve";

    private final GenericRow[] rows = WideRows.rows();
    private final TableEngine engine = TableEngine.start(EngineSettings.defaults());
    private final Table table;
    private TableWriter writer;
    private long commits;

    /** The table at this place, created with these options if it is not there. */
    VarveTableUnderTest(Path location, Map<String, String> options) {
        table = engine.create(location.toString(), WideRows.spec(options));
    }

    Table table() {
        return table;
    }

    @Override
    public void write(long[] keys) throws InterruptedException {
        if (writer == null) {
            writer = table.newWriter(USER);
        }
        for (int i = 0; i < keys.length; i++) {
            GenericRow row = rows[(int) (keys[i] + commits) & (rows.length - 1)];
            row.set(0, keys[i]);
            writer.write(row);
        }
        commit();
        while (writer.backlog().isStopped()) {
            commitCompactions();
        }
    }

    /** What the connector does while its partitions are paused. */
    private void commitCompactions() throws InterruptedException {
        Thread.sleep(1);
        if (writer.hasFinishedCompactions()) {
            commit();
        } else {
            writer.considerCompactions();
        }
    }

    private void commit() {
        writer.commit(writer.prepare(), ++commits, Map.of(), Guard.NONE, false);
    }

    @Override
    public void settle() throws InterruptedException {
        commit();
        while (writer.hasFinishedCompactions()
                || writer.compactions().running() > 0
                || writer.compactions().queued() > 0) {
            commitCompactions();
        }
    }

    @Override
    public void compactFully() {
        table.compact(USER);
    }

    @Override
    public Digest scan(List<String> columns) {
        int[] types = columns.stream().mapToInt(WideRows.COLUMNS::indexOf).toArray();
        long count = 0;
        long sum = 0;
        try (RowCursor cursor = table.scan().columns(columns).open()) {
            while (cursor.advance()) {
                count++;
                sum += digest(cursor.row(), types);
            }
        }
        return new Digest(count, sum);
    }

    private static long digest(Row row, int[] types) {
        long sum = 0;
        for (int i = 0; i < types.length; i++) {
            sum += switch (types[i]) {
                case 0, 1 -> row.longAt(i);
                case 2 -> row.decimalAt(i, 12, 2).unscaledLong();
                case 3, 4 -> row.stringAt(i).length();
                case 5 -> row.timestampAt(i, 3).micros();
                case 6 -> row.timestampAt(i, 6).micros();
                case 7 -> row.intAt(i);
                case 8 -> Double.doubleToRawLongBits(row.doubleAt(i));
                case 9 -> row.booleanAt(i) ? 1 : 0;
                default -> throw new IllegalStateException("no column " + types[i]);
            };
        }
        return sum;
    }

    @Override
    public Lookups lookups() {
        GenericRow key = new GenericRow(RowKind.INSERT, 1);
        return new Lookups() {
            @Override
            public long find(long id) {
                key.set(0, id);
                return table.get(key).map(row -> row.longAt(0) + row.longAt(1)).orElse(0L);
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public void close() {
        if (writer != null) {
            writer.close();
        }
        engine.close();
    }
}
