package dev.varve.table.aggregate;

import dev.varve.table.row.RowMap;
import dev.varve.table.type.MapType;

/** {@code merge_map}: the entries of all maps; of one key the newest, null values included. A retraction removes its keys. */
final class MergeMapFunction extends CombiningFunction {
    private final MapType type;

    MergeMapFunction(AggregateColumn column) {
        super("merge_map", column);
        if (!(column.type() instanceof MapType map)) {
            throw unsupportedType("MAP");
        }
        type = map;
    }

    @Override
    Object combine(Object older, Object newer) {
        MapEntries entries = new MapEntries((RowMap) older, type);
        RowMap additions = (RowMap) newer;
        for (int i = 0; i < additions.size(); i++) {
            entries.put(entries.keyOf(additions, i), additions, i);
        }
        return entries.toMap();
    }

    @Override
    public boolean canRetract() {
        return true;
    }

    @Override
    Object remove(Object from, Object retracted) {
        MapEntries entries = new MapEntries((RowMap) from, type);
        RowMap leaving = (RowMap) retracted;
        for (int i = 0; i < leaving.size(); i++) {
            entries.remove(entries.keyOf(leaving, i));
        }
        return entries.toMap();
    }
}
