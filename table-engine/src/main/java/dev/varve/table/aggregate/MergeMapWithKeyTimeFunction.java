package dev.varve.table.aggregate;

import dev.varve.table.row.BinaryString;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowMap;
import dev.varve.table.type.MapType;
import dev.varve.table.type.RowType;

/**
 * {@code merge_map_with_keytime}: maps whose values are rows with a time as text; of one key the entry with the greater time, the
 * older version on a tie. An entry whose row is null removes its key; one whose time is null is ignored, and gives way where it was
 * part of a first value.
 */
final class MergeMapWithKeyTimeFunction extends CombiningFunction {
    private final MapType type;
    private final int arity;
    private final int timePosition;

    MergeMapWithKeyTimeFunction(AggregateColumn column) {
        super("merge_map_with_keytime", column);
        if (!(column.type() instanceof MapType map) || !(map.value() instanceof RowType row)) {
            throw unsupportedType("MAP with values of type ROW");
        }
        if (row.arity() < 2) {
            throw unsupportedType("MAP with a ROW of at least 2 fields, a value and its time");
        }
        type = map;
        arity = row.arity();
        timePosition =
                column.options().timeField().map(name -> positionOf(name, row)).orElse(row.arity() - 1);
        if (!row.type(timePosition).root().isCharacter()) {
            throw unsupportedType("a time of type CHAR or VARCHAR; field '"
                    + row.field(timePosition).name() + "' is " + row.type(timePosition));
        }
    }

    private int positionOf(String name, RowType row) {
        int position = row.indexOf(name);
        if (position < 0) {
            throw failure("'" + column().optionKey(AggregateOptions.TIME_FIELD) + "' names field '" + name
                    + "', which is not among " + row.names());
        }
        return position;
    }

    @Override
    Object combine(Object older, Object newer) {
        MapEntries entries = new MapEntries((RowMap) older, type);
        RowMap additions = (RowMap) newer;
        for (int i = 0; i < additions.size(); i++) {
            Object key = entries.keyOf(additions, i);
            if (additions.values().isNull(i)) {
                entries.remove(key);
            } else if (isLater(additions.values().rowAt(i, arity), (Row) entries.valueOf(key))) {
                entries.put(key, additions, i);
            }
        }
        return entries.toMap();
    }

    private boolean isLater(Row incoming, Row present) {
        BinaryString time = timeOf(incoming);
        if (time == null) {
            return false;
        }
        BinaryString before = present == null ? null : timeOf(present);
        // By UTF-16 units, as other writers of the format compare.
        return before == null || time.toString().compareTo(before.toString()) > 0;
    }

    private BinaryString timeOf(Row row) {
        return row.isNull(timePosition) ? null : row.stringAt(timePosition);
    }
}
