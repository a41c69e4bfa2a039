package dev.varve.table.memtable;

import static java.util.Objects.requireNonNull;

import dev.varve.table.datafile.KeyValueLayout;
import dev.varve.table.merge.KeyValueReader;
import dev.varve.table.merge.MergeFunction;
import dev.varve.table.row.KeyValue;
import java.util.ArrayList;
import java.util.List;

/**
 * One version a key: what the merge function makes of all entries of the key. Versions must stay valid until their key is done,
 * so each one of a key is seen through views of its own; those of the first few are used again for the next key. Owns the entries.
 */
final class KeyReader implements KeyValueReader {
    private static final int KEPT_VIEWS = 32;

    private final Entries entries;
    private final EntryOrder order;
    private final KeyValueLayout layout;
    private final MergeFunction function;
    private final VersionView first;
    private final List<VersionView> further = new ArrayList<>();
    private boolean started;
    private boolean atEntry;
    private KeyValue result;

    /** @param function used by this reader only */
    KeyReader(Entries entries, EntryOrder order, KeyValueLayout layout, MergeFunction function) {
        this.entries = requireNonNull(entries, "entries is null");
        this.order = requireNonNull(order, "order is null");
        this.layout = requireNonNull(layout, "layout is null");
        this.function = requireNonNull(function, "function is null");
        this.first = new VersionView(layout);
    }

    @Override
    public boolean advance() {
        if (!started) {
            started = true;
            atEntry = entries.advance();
        }
        result = null;
        while (atEntry && result == null) {
            result = mergeKey();
        }
        return result != null;
    }

    private KeyValue mergeKey() {
        byte[] bytes = entries.bytes();
        int at = entries.offset();
        long prefix = entries.prefix();
        function.reset();
        function.add(first.at(bytes, at));
        int versions = 1;
        atEntry = entries.advance();
        while (atEntry && entries.prefix() == prefix && order.sameKey(bytes, at, entries.bytes(), entries.offset())) {
            function.add(furtherView(versions - 1).at(entries.bytes(), entries.offset()));
            versions++;
            atEntry = entries.advance();
        }
        return function.result();
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

    @Override
    public KeyValue current() {
        return result;
    }

    @Override
    public void close() {
        entries.close();
    }
}
