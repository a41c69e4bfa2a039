package dev.varve.table.memtable;

import static java.util.Objects.requireNonNull;

import dev.varve.table.datafile.KeyValueLayout;
import dev.varve.table.merge.VersionJoin;
import dev.varve.table.row.KeyValue;
import java.util.ArrayList;
import java.util.List;

/**
 * The keys of a MemTable, each with what a {@link VersionJoin} makes of its versions: usually one, several where no single row
 * expresses them. Keys of which nothing is left are passed over. Versions must stay valid until their key is done, so each one of
 * a key is seen through views of its own; those of the first few are used again for the next key. Confined to one thread; close it.
 */
public final class JoinedVersions implements AutoCloseable {
    private static final int KEPT_VIEWS = 32;

    private final Entries entries;
    private final EntryOrder order;
    private final KeyValueLayout layout;
    private final VersionJoin join;
    private final VersionView first;
    private final List<VersionView> further = new ArrayList<>();
    private boolean started;
    private boolean atEntry;

    /** @param join used by this object only */
    JoinedVersions(Entries entries, EntryOrder order, KeyValueLayout layout, VersionJoin join) {
        this.entries = requireNonNull(entries, "entries is null");
        this.order = requireNonNull(order, "order is null");
        this.layout = requireNonNull(layout, "layout is null");
        this.join = requireNonNull(join, "join is null");
        this.first = new VersionView(layout);
    }

    /** Moves to the next key; false at the end. */
    public boolean advance() {
        if (!started) {
            started = true;
            atEntry = entries.advance();
        }
        while (atEntry) {
            joinKey();
            if (join.size() > 0) {
                return true;
            }
        }
        return false;
    }

    private void joinKey() {
        byte[] bytes = entries.bytes();
        int at = entries.offset();
        long prefix = entries.prefix();
        join.reset();
        join.add(first.at(bytes, at));
        int versions = 1;
        atEntry = entries.advance();
        while (atEntry && entries.prefix() == prefix && order.sameKey(bytes, at, entries.bytes(), entries.offset())) {
            join.add(furtherView(versions - 1).at(entries.bytes(), entries.offset()));
            versions++;
            atEntry = entries.advance();
        }
    }

    private VersionView furtherView(int number) {
        if (number < further.size()) {
            return further.get(number);
        }
        VersionView view = new VersionView(layout);
        if (number < KEPT_VIEWS) {
            further.add(view);
        }
        return view;
    }

    /** Versions of the current key, at least one. */
    public int size() {
        return join.size();
    }

    /** One of them, 0 being the oldest; lent until the next {@link #advance}. */
    public KeyValue get(int number) {
        return join.get(number);
    }

    @Override
    public void close() {
        entries.close();
    }
}
