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
import dev.varve.table.type.DataType;
import dev.varve.table.type.DecimalType;
import dev.varve.table.type.PrecisionType;
import dev.varve.table.type.TypeRoot;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** A table in the hands of the table engine. */
final class VarveTableUnderTest implements TableUnderTest {
    private static final String USER = "varve";
    private static final int LOOK_AGAIN_MILLIS = 50;

    private final RowPool pool;
    private final TableEngine engine = TableEngine.start(EngineSettings.defaults());
    private final Table table;
    private TableWriter writer;
    private long batches;
    private long commits;

    /** The table at this place, created with these options if it is not there. */
    VarveTableUnderTest(Path location, RowPool pool, Map<String, String> options) {
        this.pool = pool;
        this.table = engine.create(location.toString(), pool.spec(options));
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
            GenericRow row = pool.rows()[pool.numberOf(keys[i], batches)];
            row.set(0, keys[i]);
            writer.write(row);
        }
        batches++;
        commit();
        while (writer.backlog().isStopped()) {
            commitCompactions();
        }
    }

    /** What the connector does while its partitions are paused: a result is committed as soon as it is there. */
    private void commitCompactions() throws InterruptedException {
        for (int waited = 0; waited < LOOK_AGAIN_MILLIS && !writer.hasFinishedCompactions(); waited++) {
            Thread.sleep(1);
        }
        if (writer.hasFinishedCompactions()) {
            commit();
        } else {
            writer.considerCompactions();
        }
    }

    private void commit() {
        writer.commit(writer.prepare(), ++commits, Map.of(), Guard.NONE, false);
    }

    /** Results of several buckets go into one commit, as those of Paimon Java do when it waits. */
    @Override
    public void settle() throws InterruptedException {
        commit();
        while (isCompacting() || writer.hasFinishedCompactions()) {
            while (isCompacting()) {
                Thread.sleep(1);
            }
            commit();
        }
    }

    private boolean isCompacting() {
        return writer.compactions().running() > 0 || writer.compactions().queued() > 0;
    }

    @Override
    public void compactFully() {
        table.compact(USER);
    }

    @Override
    public Digest scan(List<String> columns) {
        return scan(columns, false);
    }

    @Override
    public Digest contents() {
        return scan(pool.names(), true);
    }

    private Digest scan(List<String> columns, boolean contents) {
        DataType[] types = columns.stream()
                .map(pool.names()::indexOf)
                .map(column -> pool.columns().get(column).type())
                .toArray(DataType[]::new);
        TypeRoot[] roots = Arrays.stream(types).map(DataType::root).toArray(TypeRoot[]::new);
        long count = 0;
        long sum = 0;
        try (RowCursor cursor = table.scan().columns(columns).open()) {
            while (cursor.advance()) {
                count++;
                Row row = cursor.row();
                long ofRow = 0;
                for (int i = 0; i < types.length; i++) {
                    long ofValue = row.isNull(i) ? 0 : digest(row, i, roots[i], types[i], contents);
                    ofRow = contents ? 31 * ofRow + ofValue : ofRow + ofValue;
                }
                sum += contents ? ofRow * ofRow : ofRow;
            }
        }
        return new Digest(count, sum);
    }

    private static long digest(Row row, int i, TypeRoot root, DataType type, boolean contents) {
        return switch (root) {
            case BIGINT -> row.longAt(i);
            case INT -> row.intAt(i);
            case DOUBLE -> Double.doubleToRawLongBits(row.doubleAt(i));
            case BOOLEAN -> row.booleanAt(i) ? 1 : 2;
            case DECIMAL -> {
                DecimalType decimal = (DecimalType) type;
                yield row.decimalAt(i, decimal.precision(), decimal.scale()).unscaledLong();
            }
            case TIMESTAMP ->
                row.timestampAt(i, ((PrecisionType) type).precision()).micros();
            case VARCHAR ->
                contents
                        ? Arrays.hashCode(row.stringAt(i).toBytes())
                        : row.stringAt(i).length();
            case VARBINARY -> contents ? Arrays.hashCode(row.binaryAt(i)) : row.binaryAt(i).length;
            default -> throw new IllegalStateException("no digest of " + type);
        };
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
