package dev.varve.table.changelog;

import static java.util.Objects.requireNonNull;

import dev.varve.table.datafile.DataFileWriter;
import dev.varve.table.merge.VersionJoin;
import dev.varve.table.row.KeyValue;

/**
 * A join that writes every version that it is given into the changelog: what was written is what readers of changes get ({@code
 * changelog-producer=input}), whatever becomes of it in the data files. Within a key that is the order of versions.
 */
public final class LoggedJoin implements VersionJoin {
    private final VersionJoin join;
    private final DataFileWriter changelog;

    public LoggedJoin(VersionJoin join, DataFileWriter changelog) {
        this.join = requireNonNull(join, "join is null");
        this.changelog = requireNonNull(changelog, "changelog is null");
    }

    @Override
    public void reset() {
        join.reset();
    }

    @Override
    public void add(KeyValue version) {
        changelog.write(version);
        join.add(version);
    }

    @Override
    public int size() {
        return join.size();
    }

    @Override
    public KeyValue get(int number) {
        return join.get(number);
    }
}
