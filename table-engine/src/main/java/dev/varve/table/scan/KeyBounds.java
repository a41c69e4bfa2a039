package dev.varve.table.scan;

import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.predicate.ColumnBounds;
import dev.varve.table.row.ValueReader;
import dev.varve.table.type.RowType;
import java.util.Optional;
import java.util.OptionalLong;

/** Bounds of a file's key columns: its first and last key bound the first column exactly, statistics the others. */
final class KeyBounds implements ColumnBounds {
    private final DataFileMeta file;
    private final RowType keyType;
    private final StatsBounds statistics;

    KeyBounds(DataFileMeta file, RowType keyType) {
        this.file = file;
        this.keyType = keyType;
        this.statistics = new StatsBounds(file.keyStats(), keyType);
    }

    @Override
    public Optional<Object> min(int column) {
        return column == 0
                ? Optional.of(ValueReader.valueAt(file.minKey(), 0, keyType.type(0)))
                : statistics.min(column);
    }

    @Override
    public Optional<Object> max(int column) {
        return column == 0
                ? Optional.of(ValueReader.valueAt(file.maxKey(), 0, keyType.type(0)))
                : statistics.max(column);
    }

    @Override
    public OptionalLong nullCount(int column) {
        return OptionalLong.of(0);
    }
}
