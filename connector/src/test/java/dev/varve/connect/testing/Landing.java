package dev.varve.connect.testing;

import dev.varve.connect.config.SinkSettings;
import dev.varve.connect.convert.Conversion;
import dev.varve.connect.convert.TableConverter;
import dev.varve.connect.convert.TableSpecs;
import dev.varve.connect.event.BadRecordException;
import dev.varve.connect.event.ChangeEvent;
import dev.varve.connect.event.EventDecoder;
import dev.varve.connect.route.TableRouter;
import dev.varve.table.TableId;
import dev.varve.table.error.Check;
import dev.varve.table.fs.Location;
import dev.varve.table.layout.TableLayout;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.RowKind;
import dev.varve.table.schema.SchemaStore;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.schema.TableSpec;
import dev.varve.table.testing.ManualEnv;
import dev.varve.table.testing.MemoryFileIO;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * The way of a record from Kafka to the row that a table writer would be given: decode, route, create or evolve the table with
 * the engine's own schema store, convert. Writers are replaced by a list of rows and by the state they lead to.
 */
public final class Landing {
    /** One for the event's schema, one for its values. */
    private static final int MAX_ROUNDS = 2;

    private final SinkSettings settings;
    private final EventDecoder decoder;
    private final TableRouter router;
    private final TableSpecs specs;
    private final MemoryFileIO io = new MemoryFileIO();
    private final Map<TableId, LandedTable> tables = new LinkedHashMap<>();
    private final List<ChangeEvent> others = new ArrayList<>();
    private final List<String> refusals = new ArrayList<>();

    /** With these settings besides a warehouse. */
    public Landing(Map<String, String> properties) {
        settings = TestSettings.of(properties);
        decoder = new EventDecoder(settings.events());
        router = new TableRouter(settings.routing());
        specs = new TableSpecs(settings);
    }

    public void putAll(Collection<SinkRecord> records) {
        records.forEach(this::put);
    }

    public void put(SinkRecord record) {
        ChangeEvent event = decoder.decode(record);
        if (event instanceof ChangeEvent.OfRow ofRow) {
            put(ofRow);
        } else if (event instanceof ChangeEvent.Several several) {
            several.rows().forEach(this::put);
        } else {
            others.add(event);
        }
    }

    private void put(ChangeEvent.OfRow ofRow) {
        TableId id = router.route(ofRow);
        LandedTable table = tables.get(id);
        if (table == null) {
            Optional<TableSpec> spec = specs.infer(id, ofRow);
            if (spec.isEmpty()) {
                return;
            }
            table = new LandedTable(id, spec.get());
            tables.put(id, table);
        }
        table.take(ofRow);
    }

    /** Records that were refused, as their errors say it. */
    public List<String> refusals() {
        return refusals;
    }

    /** As {@link #put}, but a bad record is noted among {@link #refusals} as a sink would report it. */
    public void offer(SinkRecord record) {
        try {
            put(record);
        } catch (BadRecordException e) {
            refusals.add(e.reason() + " " + e.getMessage());
        }
    }

    /** Events that are of no row, in order. */
    public List<ChangeEvent> others() {
        return others;
    }

    /** All tables that exist. */
    public List<String> tables() {
        return tables.keySet().stream().map(TableId::toString).toList();
    }

    /** The only table. */
    public LandedTable only() {
        Check.that(tables.size() == 1, "tables: %s", tables.keySet());
        return tables.values().iterator().next();
    }

    /** The table of the default database with this name. */
    public LandedTable table(String name) {
        return tables.get(new TableId("default", name));
    }

    /** A table as it would be after its rows were merged by key. */
    public final class LandedTable {
        private final TableId id;
        private final SchemaStore store;
        private final List<String> written = new ArrayList<>();
        private final List<String> kinds = new ArrayList<>();
        private final List<Map<String, String>> rowsWritten = new ArrayList<>();
        private final List<List<String>> unavailable = new ArrayList<>();
        private final Map<String, GenericRow> byKey = new LinkedHashMap<>();
        private TableSchema schema;
        private TableConverter converter;

        private LandedTable(TableId id, TableSpec spec) {
            this.id = id;
            this.store = new SchemaStore(
                    io,
                    new TableLayout(Location.of("memory:/" + id.database() + "/" + id.table())),
                    ManualEnv.create());
            bind(store.create(spec));
        }

        private void bind(TableSchema newSchema) {
            schema = newSchema;
            converter = new TableConverter(id, schema, settings);
        }

        private void take(ChangeEvent.OfRow event) {
            Conversion conversion = converter.convert(event);
            for (int round = 0; conversion instanceof Conversion.Drift drift; round++) {
                Check.that(round < MAX_ROUNDS, "still drifting: %s", drift);
                TableSchema evolved = store.evolve(drift.changes(), true);
                Check.that(evolved.id() > schema.id(), "no new schema for %s", drift);
                bind(evolved);
                conversion = converter.convert(event);
            }
            Conversion.Rows rows = (Conversion.Rows) conversion;
            rows.rows().forEach(this::write);
            unavailable.add(rows.unavailable());
        }

        private void write(GenericRow row) {
            GenericRow copy = GenericRow.copyOf(row, schema.rowType());
            written.add(copy.toString());
            kinds.add(copy.kind().shortName());
            Map<String, String> values = new LinkedHashMap<>();
            for (int i = 0; i < copy.arity(); i++) {
                values.put(schema.fields().get(i).name(), text(copy.valueAt(i)));
            }
            rowsWritten.add(values);
            String key = converter.primaryKeyOf(copy).toString();
            if (row.kind().isAdd()) {
                copy.setKind(RowKind.INSERT);
                byKey.put(key, copy);
            } else {
                byKey.remove(key);
            }
        }

        public TableSchema schema() {
            return schema;
        }

        /** {@code name TYPE}, a line each. */
        public String columns() {
            StringBuilder text = new StringBuilder();
            schema.fields()
                    .forEach(field -> text.append(field.name())
                            .append(' ')
                            .append(field.type())
                            .append('\n'));
            return text.toString();
        }

        /** Rows in the order in which they were written, each with the columns of its time. */
        public List<String> written() {
            return written;
        }

        /** Kinds of the rows that were written. */
        public List<String> kinds() {
            return kinds;
        }

        /** The rows that were written, each as its columns' values in text; texts are quoted. */
        public List<Map<String, String>> rowsWritten() {
            return rowsWritten;
        }

        /** The value of a column in the last row that was written; texts are quoted. */
        public String last(String column) {
            return rowsWritten.get(rowsWritten.size() - 1).get(column);
        }

        private static String text(Object value) {
            if (value instanceof BinaryString text) {
                return '"' + text.toString() + '"';
            }
            return value instanceof byte[] bytes ? Arrays.toString(bytes) : String.valueOf(value);
        }

        /** Names of unavailable columns, one list an event. */
        public List<List<String>> unavailable() {
            return unavailable;
        }

        /** Rows that remain, in the order in which their keys came. */
        public List<String> rows() {
            return byKey.values().stream().map(GenericRow::toString).toList();
        }
    }
}
