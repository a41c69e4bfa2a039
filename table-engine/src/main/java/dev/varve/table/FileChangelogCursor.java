package dev.varve.table;

import static java.util.Objects.requireNonNull;

import dev.varve.table.datafile.DataFileReaders;
import dev.varve.table.datafile.KeyValueLayout;
import dev.varve.table.format.ReadStatistics;
import dev.varve.table.manifest.ManifestEntry;
import dev.varve.table.merge.KeyValueReader;
import dev.varve.table.row.KeyValue;
import dev.varve.table.row.ProjectedRow;
import dev.varve.table.row.Row;
import dev.varve.table.scan.ChangeFiles;
import dev.varve.table.snapshot.Snapshot;
import dev.varve.table.type.DataField;
import dev.varve.table.type.RowType;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.LongFunction;

/** Changes of snapshots one after another; the files of a snapshot are looked for when it is its turn. Confined to one thread. */
final class FileChangelogCursor implements ChangelogCursor {
    private final RowType output;
    private final ChangeFiles changes;
    private final LongFunction<Snapshot> snapshots;
    private final DataFileReaders readers;
    private final ProjectedRow row;
    private final long last;
    private long current;
    private Iterator<ManifestEntry> files = List.<ManifestEntry>of().iterator();
    private KeyValueReader open;

    /**
     * @param output columns of the rows
     * @param snapshots finds what a snapshot says
     * @param first id of the first snapshot
     * @param last id of the last one
     */
    FileChangelogCursor(
            TableParts parts,
            RowType output,
            ChangeFiles changes,
            LongFunction<Snapshot> snapshots,
            long first,
            long last) {
        this.output = requireNonNull(output, "output is null");
        this.changes = requireNonNull(changes, "changes is null");
        this.snapshots = requireNonNull(snapshots, "snapshots is null");
        this.current = first - 1;
        this.last = last;
        RowType read = withKey(output, parts);
        this.readers = new DataFileReaders(
                        parts.io(),
                        parts.dataFilePaths(),
                        parts::schema,
                        KeyValueLayout.of(read, parts.schema().trimmedPrimaryKeys()),
                        parts.services().env().zone())
                .with(parts.readContext(new ReadStatistics()));
        this.row =
                new ProjectedRow(output.names().stream().mapToInt(read::indexOf).toArray());
    }

    private static RowType withKey(RowType output, TableParts parts) {
        RowType all = parts.schema().rowType();
        List<DataField> fields = new ArrayList<>(output.fields());
        for (String name : parts.schema().trimmedPrimaryKeys()) {
            DataField field = all.field(all.indexOf(name));
            if (!fields.contains(field)) {
                fields.add(field);
            }
        }
        return new RowType(fields, false);
    }

    @Override
    public RowType type() {
        return output;
    }

    @Override
    public boolean advance() {
        while (true) {
            if (open != null) {
                if (open.advance()) {
                    KeyValue change = open.current();
                    row.over(change.value(), change.kind());
                    return true;
                }
                closeFile();
            }
            if (!nextFile()) {
                return false;
            }
        }
    }

    private boolean nextFile() {
        while (!files.hasNext()) {
            if (current >= last) {
                return false;
            }
            current++;
            files = changes.of(snapshots.apply(current)).iterator();
        }
        ManifestEntry file = files.next();
        open = readers.open(file.bucket(), file.file());
        return true;
    }

    @Override
    public Row row() {
        return row;
    }

    @Override
    public long snapshotId() {
        return current;
    }

    private void closeFile() {
        KeyValueReader closing = open;
        open = null;
        if (closing != null) {
            closing.close();
        }
    }

    @Override
    public void close() {
        current = last;
        files = List.<ManifestEntry>of().iterator();
        closeFile();
    }
}
