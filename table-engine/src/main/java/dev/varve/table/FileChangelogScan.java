package dev.varve.table;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.scan.ChangeFiles;
import dev.varve.table.snapshot.ChangelogStore;
import dev.varve.table.snapshot.Snapshot;
import dev.varve.table.type.RowType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Finds the snapshots of a read of changes, those whose changelog outlives them included. Immutable. */
final class FileChangelogScan implements ChangelogScan {
    private final TableParts parts;
    private final RowType columns;
    private final OptionalLong after;
    private final OptionalLong upTo;

    FileChangelogScan(TableParts parts) {
        this(parts, parts.schema().rowType(), OptionalLong.empty(), OptionalLong.empty());
    }

    private FileChangelogScan(TableParts parts, RowType columns, OptionalLong after, OptionalLong upTo) {
        this.parts = requireNonNull(parts, "parts is null");
        this.columns = requireNonNull(columns, "columns is null");
        this.after = after;
        this.upTo = upTo;
    }

    @Override
    public ChangelogScan columns(List<String> names) {
        return new FileChangelogScan(parts, select(names), after, upTo);
    }

    private RowType select(List<String> names) {
        RowType all = parts.schema().rowType();
        for (String name : names) {
            if (all.indexOf(name) < 0) {
                throw new InvalidInputException(
                        "there is no column '" + name + "' in " + parts.root() + "; its columns are " + all.names());
            }
        }
        return all.project(names.stream().mapToInt(all::indexOf).toArray());
    }

    @Override
    public ChangelogScan after(long snapshotId) {
        return new FileChangelogScan(parts, columns, OptionalLong.of(snapshotId), upTo);
    }

    @Override
    public ChangelogScan upTo(long snapshotId) {
        return new FileChangelogScan(parts, columns, after, OptionalLong.of(snapshotId));
    }

    @Override
    public RowType rowType() {
        return parts.schema().rowType();
    }

    @Override
    public ChangelogCursor open() {
        OptionalLong newest = parts.snapshots().latestId();
        if (newest.isEmpty() || (upTo.isPresent() && after.isPresent() && upTo.getAsLong() <= after.getAsLong())) {
            return cursor(1, 0);
        }
        List<Long> available = available();
        long first = after.isPresent() ? after.getAsLong() + 1 : available.get(0);
        long last = upTo.orElse(newest.getAsLong());
        requireAvailable(first, last, newest.getAsLong(), available);
        return cursor(first, last);
    }

    private ChangelogCursor cursor(long first, long last) {
        return new FileChangelogCursor(
                parts,
                columns,
                new ChangeFiles(parts.manifests(), parts.options().changelogProducer()),
                this::find,
                first,
                last);
    }

    private List<Long> available() {
        List<Long> ids = new ArrayList<>(new ChangelogStore(parts.io(), parts.layout()).ids());
        long kept = ids.isEmpty() ? 0 : ids.get(ids.size() - 1);
        parts.snapshots().ids().stream().filter(id -> id > kept).forEach(ids::add);
        return ids;
    }

    private void requireAvailable(long first, long last, long newest, List<Long> available) {
        boolean none = first == newest + 1 && upTo.isEmpty();
        if (!none && (first < available.get(0) || last > newest || first > newest)) {
            throw new InvalidInputException(
                    "changes of snapshots " + first + " to " + last + " of table " + parts.root()
                            + " are not all there: there are those of snapshots " + available.get(0) + " to " + newest
                            + ". What was before has expired; begin there, or read the whole table");
        }
    }

    /** A snapshot; what is left of it, if it has expired. */
    private Snapshot find(long id) {
        Optional<Snapshot> found = parts.snapshots().find(id);
        return found.or(() -> new ChangelogStore(parts.io(), parts.layout()).find(id))
                .orElseThrow(() -> new InvalidInputException("snapshot " + id + " of table " + parts.root()
                        + " has expired, and its changelog is not kept: begin later, or keep it longer with"
                        + " changelog.num-retained.min and changelog.time-retained"));
    }
}
