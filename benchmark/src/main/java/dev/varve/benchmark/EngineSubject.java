package dev.varve.benchmark;

import dev.varve.table.EngineSettings;
import dev.varve.table.TableEngine;
import dev.varve.table.TableWriter;
import dev.varve.table.row.GenericRow;
import dev.varve.table.snapshot.Guard;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;

/** The table engine. */
final class EngineSubject implements WriteComparisonBenchmark.Subject {
    private final GenericRow[] rows = new GenericRow[1 << 14];
    private final TableEngine engine;
    private final TableWriter writer;
    private long commits;

    EngineSubject(Path directory) {
        Random random = new Random(1);
        for (int i = 0; i < rows.length; i++) {
            rows[i] = OrderRows.row(i, random);
        }
        engine = TableEngine.start(EngineSettings.defaults());
        writer = engine.create(directory.resolve("orders").toString(), OrderRows.spec(4))
                .newWriter("benchmark");
    }

    @Override
    public void write(long[] ids) {
        for (int i = 0; i < ids.length; i++) {
            GenericRow row = rows[i & (rows.length - 1)];
            row.set(0, ids[i]);
            writer.write(row);
        }
        writer.commit(writer.prepare(), ++commits, Map.of(), Guard.NONE, false);
    }

    @Override
    public void close() {
        writer.close();
        engine.close();
    }
}
