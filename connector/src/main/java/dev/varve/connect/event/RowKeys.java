package dev.varve.connect.event;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Keys of events that name the columns of the primary key instead of having them in the record's key. */
final class RowKeys {
    private RowKeys() {}

    /**
     * The values of the named columns; the record's own key if none is named.
     *
     * @param field where the names come from
     * @throws BadRecordException if one of them is no name
     */
    static RecordKey of(RecordParts record, String field, List<?> names, Map<?, ?> row) {
        Map<String, Object> key = new LinkedHashMap<>();
        for (Object name : names) {
            if (!(name instanceof String column)) {
                throw record.bad(field, "found " + Kinds.of(name) + " in it, expected names of columns");
            }
            key.put(column, row.get(column));
        }
        return key.isEmpty() ? record.key() : new RecordKey(null, key);
    }
}
