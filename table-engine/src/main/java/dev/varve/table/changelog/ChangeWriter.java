package dev.varve.table.changelog;

import static java.util.Objects.requireNonNull;

import dev.varve.table.datafile.DataFileWriter;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.row.KeyValue;
import dev.varve.table.row.RowKind;
import java.util.List;
import java.util.Optional;

/**
 * Writes what a compaction finds out about keys as changes (semantics, changelog producers, section 3):
 *
 * <pre>
 * before           after            told
 * none, retracted  a row            +I after
 * none, retracted  none, retracted  nothing
 * a row            none, retracted  -D before
 * a row            a row            -U before, +U after; nothing if they are the same and such changes are left out
 * </pre>
 *
 * Each told row has the sequence number of the version that it shows. Ends with {@link #finish} or {@link #abort}. Confined to one
 * thread.
 */
public final class ChangeWriter {
    private final DataFileWriter out;
    private final Optional<SameValues> leftOut;
    private final KeyValue change = new KeyValue();

    /**
     * @param out of changelog files
     * @param leftOut tells which changes are none; empty if all are told
     */
    ChangeWriter(DataFileWriter out, Optional<SameValues> leftOut) {
        this.out = requireNonNull(out, "out is null");
        this.leftOut = requireNonNull(leftOut, "leftOut is null");
    }

    /**
     * Tells what became of a key, which is greater than the one before. The versions are not kept.
     *
     * @param before the row that readers have seen, possibly a retraction; null if there was none
     * @param after the row now, possibly a retraction; null if there is none
     */
    public void write(KeyValue before, KeyValue after) {
        boolean wasThere = before != null && before.kind().isAdd();
        boolean isThere = after != null && after.kind().isAdd();
        if (!wasThere && isThere) {
            write(RowKind.INSERT, after);
        } else if (wasThere && !isThere) {
            write(RowKind.DELETE, before);
        } else if (wasThere && !isSame(before, after)) {
            write(RowKind.UPDATE_BEFORE, before);
            write(RowKind.UPDATE_AFTER, after);
        }
    }

    private boolean isSame(KeyValue before, KeyValue after) {
        return leftOut.isPresent() && leftOut.get().test(before.value(), after.value());
    }

    private void write(RowKind kind, KeyValue version) {
        out.write(change.replace(version.key(), version.sequence(), kind, version.value()));
    }

    /** All files, which are durable. */
    public List<DataFileMeta> finish() {
        return out.finish();
    }

    /** Removes what was written; nothing happens after {@link #finish}. */
    public void abort() {
        out.abort();
    }
}
