package dev.varve.table;

import static java.util.Objects.requireNonNull;

import dev.varve.table.datafile.DataFileReaders;
import dev.varve.table.datafile.KeyValueLayout;
import dev.varve.table.error.InvalidInputException;
import dev.varve.table.manifest.EntryFilter;
import dev.varve.table.merge.MergeRules;
import dev.varve.table.scan.ScanPlanner;
import dev.varve.table.scan.Split;
import dev.varve.table.scan.SplitReaders;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.snapshot.Snapshot;
import dev.varve.table.type.DataField;
import dev.varve.table.type.RowType;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** A described read. Immutable. */
final class FileTableScan implements TableScan {
    private final TableParts parts;
    private final Optional<List<String>> columns;
    private final OptionalLong snapshotId;
    private final long limit;

    FileTableScan(TableParts parts) {
        this(parts, Optional.empty(), OptionalLong.empty(), Long.MAX_VALUE);
    }

    private FileTableScan(TableParts parts, Optional<List<String>> columns, OptionalLong snapshotId, long limit) {
        this.parts = requireNonNull(parts, "parts is null");
        this.columns = columns.map(List::copyOf);
        this.snapshotId = snapshotId;
        this.limit = limit;
    }

    @Override
    public TableScan columns(List<String> names) {
        return new FileTableScan(parts, Optional.of(names), snapshotId, limit);
    }

    @Override
    public TableScan snapshot(long id) {
        return new FileTableScan(parts, columns, OptionalLong.of(id), limit);
    }

    @Override
    public TableScan limit(long rows) {
        if (rows < 0) {
            throw new InvalidInputException("a limit of " + rows + " rows is not possible");
        }
        return new FileTableScan(parts, columns, snapshotId, rows);
    }

    @Override
    public RowCursor open() {
        Optional<Snapshot> snapshot = snapshot();
        TableSchema schema = snapshotId.isPresent() && snapshot.isPresent()
                ? parts.schema(snapshot.get().schemaId())
                : parts.schema();
        RowType output = output(schema);
        RowType read = withKeys(output, schema);
        KeyValueLayout layout = KeyValueLayout.of(read, schema.trimmedPrimaryKeys());
        var files = new DataFileReaders(
                parts.io(),
                parts.dataFilePaths(),
                parts::schema,
                layout,
                parts.services().env().zone());
        List<Split> splits = snapshot.map(
                        found -> new ScanPlanner(parts.manifests(), layout.keyOrder()).plan(found, EntryFilter.ALL))
                .orElse(List.of());
        return new SplitCursor(new SplitReaders(files, MergeRules.of(parts.options())), splits, read, output, limit);
    }

    private Optional<Snapshot> snapshot() {
        if (snapshotId.isEmpty()) {
            return parts.snapshots().latest();
        }
        long id = snapshotId.getAsLong();
        Optional<Snapshot> found =
                id < Snapshot.FIRST_ID ? Optional.empty() : parts.snapshots().find(id);
        if (found.isEmpty()) {
            throw new InvalidInputException("table " + parts.root() + " has no snapshot " + id + "; it has "
                    + describe(parts.snapshots().earliestId()) + " to "
                    + describe(parts.snapshots().latestId()));
        }
        return found;
    }

    private static String describe(OptionalLong id) {
        return id.isPresent() ? Long.toString(id.getAsLong()) : "none";
    }

    private RowType output(TableSchema schema) {
        RowType all = schema.rowType();
        if (columns.isEmpty()) {
            return all;
        }
        var fields = new ArrayList<DataField>();
        Set<String> seen = new LinkedHashSet<>();
        for (String name : columns.get()) {
            int position = all.indexOf(name);
            if (position < 0) {
                throw new InvalidInputException("no column '" + name + "'; the columns are " + all.names());
            }
            if (!seen.add(name)) {
                throw new InvalidInputException("column '" + name + "' is asked for twice");
            }
            fields.add(all.field(position));
        }
        return new RowType(fields, false);
    }

    /** Merging needs the key columns, asked for or not. */
    private static RowType withKeys(RowType output, TableSchema schema) {
        var fields = new ArrayList<>(output.fields());
        RowType all = schema.rowType();
        for (String key : schema.trimmedPrimaryKeys()) {
            if (output.indexOf(key) < 0) {
                fields.add(all.field(all.indexOf(key)));
            }
        }
        return new RowType(fields, false);
    }
}
