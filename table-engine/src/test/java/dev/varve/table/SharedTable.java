package dev.varve.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.predicate.PredicateParser;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.RowKind;
import dev.varve.table.schema.SchemaChange;
import dev.varve.table.schema.TableSpec;
import dev.varve.table.testing.ManualEnv;
import dev.varve.table.testing.MemoryFileIO;
import dev.varve.table.testing.PaimonRows;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataType;
import dev.varve.table.type.RowType;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.paimon.data.InternalRow;
import org.apache.paimon.reader.RecordReader;
import org.apache.paimon.table.source.ReadBuilder;

/**
 * A table in memory on which Varve and Apache Paimon Java 1.4.2 take turns; what one of them reads must be what the other reads. One
 * bucket; nobody compacts unless told so.
 */
final class SharedTable {
    /** Who does something. */
    enum Hand {
        VARVE,
        PAIMON
    }

    private static final String ROOT = "/w";

    private final MemoryFileIO store = new MemoryFileIO();
    private final ManualEnv env = ManualEnv.create();
    private final PaimonTable paimon;
    private final TableSpec spec;
    private long identifier;

    /**
     * @param temporary a directory for Paimon's sort buffers
     * @param fields columns, of which the first is the primary key
     */
    SharedTable(Path temporary, Map<String, String> options, List<DataField> fields) {
        var all = new HashMap<>(Map.of("bucket", "1", "write-only", "true"));
        all.putAll(options);
        spec = new TableSpec(fields, List.of(fields.get(0).name()), List.of(), all, Optional.empty());
        paimon = PaimonTable.over(store, ROOT + "/d.db/t", temporary);
    }

    /** A nullable column. */
    static DataField column(String name, DataType type) {
        return new DataField(0, name, type);
    }

    static GenericRow row(String kind, Object... values) {
        GenericRow row = GenericRow.of(values);
        row.setKind(RowKind.parse(kind));
        return row;
    }

    SharedTable createdBy(Hand hand) throws Exception {
        if (hand == Hand.PAIMON) {
            paimon.create(spec);
        } else {
            WarehouseOver.of(store, ROOT, env).create(new TableId("d", "t"), spec);
        }
        return this;
    }

    Table varve() {
        return WarehouseOver.table(store, ROOT + "/d.db/t", env);
    }

    PaimonTable paimon() {
        return paimon;
    }

    private RowType type() {
        return varve().schema().rowType();
    }

    /** Writes the rows as one commit. */
    SharedTable commit(Hand hand, GenericRow... rows) throws Exception {
        if (hand == Hand.PAIMON) {
            paimon.commit(Arrays.asList(rows), new RowType(spec.fields(), false));
        } else {
            Tables.commit(varve(), "varve", ++identifier, Arrays.asList(rows));
        }
        return this;
    }

    /** Writes the rows as one commit of ours that compacts nothing. */
    SharedTable commitWriteOnly(GenericRow... rows) throws Exception {
        Table table = varve();
        Table writeOnly = table.evolve(List.of(new SchemaChange.SetOption("write-only", "true")));
        Tables.commit(writeOnly, "varve", ++identifier, Arrays.asList(rows));
        varve().evolve(List.of(new SchemaChange.SetOption("write-only", "false")));
        return this;
    }

    /** Compacts fully. */
    SharedTable compact(Hand hand) throws Exception {
        if (hand == Hand.PAIMON) {
            paimon.compact(Map.of("write-only", "false"));
        } else {
            varve().maintenance().compact(CompactRequest.full());
        }
        return this;
    }

    /** All rows, as both read them. */
    List<String> rows() throws Exception {
        List<String> rows = texts(Tables.rows(varve()));
        assertThat(texts(paimon.rows(type()))).as("read by Paimon").isEqualTo(rows);
        assertThat(varve().maintenance().verify(new VerifyRequest(true, true)).problems())
                .isEmpty();
        return rows;
    }

    /** All changes, as readers of them get them. */
    List<String> changes() {
        List<String> changes = new ArrayList<>();
        try (ChangelogCursor cursor = varve().changelog().open()) {
            while (cursor.advance()) {
                changes.add(GenericRow.copyOf(cursor.row(), cursor.type()).toString());
            }
        }
        return changes;
    }

    /** The rows of which the condition is true, as both find them. */
    List<String> rows(String condition) throws Exception {
        TableScan scan = varve().scan().where(condition);
        List<String> rows = texts(Tables.rows(scan));
        RowType type = type();
        var predicate = new PaimonPredicates(type).of(new PredicateParser(type, ZoneOffset.UTC).parse(condition));
        if (predicate.isPresent()) {
            ReadBuilder builder = paimon.open().newReadBuilder().withFilter(predicate.get());
            var found = new ArrayList<GenericRow>();
            try (RecordReader<InternalRow> reader = builder.newRead()
                    .executeFilter()
                    .createReader(builder.newScan().plan())) {
                reader.forEachRemaining(row -> found.add(PaimonRows.fromPaimon(row, type)));
            }
            assertThat(texts(found)).as("%s, read by Paimon", condition).isEqualTo(rows);
        }
        return rows;
    }

    private static List<String> texts(List<GenericRow> rows) {
        return rows.stream()
                .peek(row -> row.setKind(RowKind.INSERT))
                .map(GenericRow::toString)
                .sorted()
                .toList();
    }
}
