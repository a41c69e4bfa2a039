package dev.varve.table.vectors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.CompactRequest;
import dev.varve.table.Table;
import dev.varve.table.TableId;
import dev.varve.table.TableLookup;
import dev.varve.table.TableWriter;
import dev.varve.table.Tables;
import dev.varve.table.WarehouseOver;
import dev.varve.table.error.InvalidInputException;
import dev.varve.table.fs.Location;
import dev.varve.table.row.GenericRow;
import dev.varve.table.schema.TableSpec;
import dev.varve.table.snapshot.Guard;
import dev.varve.table.testing.ManualEnv;
import dev.varve.table.testing.MemoryFileIO;
import dev.varve.table.type.DataField;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The table of some vectors in the hands of this engine. Every commit is one of a writer of its own. */
final class VarveTable {
    static final Location LOCATION = Location.of("/warehouse/shop.db/vector");

    private final VectorTable vectors;
    private final Table table;
    private final Map<GenericRow, List<String>> refused = new LinkedHashMap<>();
    private long identifier;

    private VarveTable(VectorTable vectors, Table table) {
        this.vectors = vectors;
        this.table = table;
    }

    static VarveTable create(VectorTable vectors, MemoryFileIO io, Map<String, String> options) {
        return new VarveTable(vectors, create(io, vectors.spec(options)));
    }

    static Table create(MemoryFileIO io, TableSpec spec) {
        return WarehouseOver.of(io, "/warehouse", ManualEnv.create()).create(new TableId("shop", "vector"), spec);
    }

    /** A table that somebody else has created. */
    static VarveTable open(VectorTable vectors, MemoryFileIO io) {
        return new VarveTable(vectors, WarehouseOver.table(io, LOCATION.value(), ManualEnv.create()));
    }

    Table table() {
        return table;
    }

    /** One commit of those rows that are not refused. */
    void commit(List<GenericRow> rows) {
        try (TableWriter writer = table.newWriter("varve")) {
            for (GenericRow row : rows) {
                try {
                    writer.write(row);
                } catch (InvalidInputException e) {
                    refused.computeIfAbsent(vectors.keyOf(row), key -> new ArrayList<>())
                            .add(e.getMessage());
                }
            }
            writer.commit(writer.prepare(), ++identifier, Map.of(), Guard.NONE, false);
        }
    }

    /** Has rows count as refused that somebody else did not write. */
    void refuse(GenericRow row) {
        refused.computeIfAbsent(vectors.keyOf(row), key -> new ArrayList<>()).add("left out");
    }

    void compactFully() {
        table.maintenance().compact(CompactRequest.full());
    }

    void compactWhatIsDue() {
        table.maintenance().compact(CompactRequest.minor());
    }

    /** {@link #read}, having checked that reads of single columns and lookups say the same. */
    Map<VectorCase, Outcome> readInEveryWay() {
        List<GenericRow> rows = Tables.rows(table);
        for (DataField field : vectors.type().fields()) {
            if (!vectors.spec().primaryKeys().contains(field.name())) {
                checkColumn(field.name(), rows);
            }
        }
        TableLookup lookup = table.lookup();
        Map<GenericRow, GenericRow> byKey = byKey(rows);
        for (VectorCase vector : vectors.vectors()) {
            for (GenericRow key : vector.keys()) {
                assertThat(lookup.find(key).map(row -> GenericRow.copyOf(row, vectors.type())))
                        .as("lookup of %s", key)
                        .isEqualTo(Optional.ofNullable(byKey.get(key)));
            }
        }
        return outcomes(rows);
    }

    /** What a read returns of each vector's keys. */
    Map<VectorCase, Outcome> read() {
        return outcomes(Tables.rows(table));
    }

    private Map<GenericRow, GenericRow> byKey(List<GenericRow> rows) {
        Map<GenericRow, GenericRow> byKey = new LinkedHashMap<>();
        for (GenericRow row : rows) {
            assertThat(byKey.put(vectors.keyOf(row), row))
                    .as("second row of a key")
                    .isNull();
        }
        return byKey;
    }

    /** What rows that somebody has read mean for each vector. */
    Map<VectorCase, Outcome> outcomes(List<GenericRow> read) {
        Map<GenericRow, GenericRow> byKey = byKey(read);
        Map<VectorCase, Outcome> outcomes = new LinkedHashMap<>();
        for (VectorCase vector : vectors.vectors()) {
            List<GenericRow> rows = new ArrayList<>();
            List<String> messages = new ArrayList<>();
            for (GenericRow key : vector.keys()) {
                Optional.ofNullable(byKey.get(key)).ifPresent(rows::add);
                messages.addAll(refused.getOrDefault(key, List.of()));
            }
            outcomes.put(vector, new Outcome(vector.text(rows), messages, ""));
        }
        return outcomes;
    }

    private void checkColumn(String name, List<GenericRow> rows) {
        int position = vectors.type().indexOf(name);
        assertThat(Tables.rows(table.scan().columns(List.of(name))))
                .as("column %s", name)
                .isEqualTo(rows.stream()
                        .map(row -> GenericRow.of(row.valueAt(position)))
                        .toList());
    }
}
