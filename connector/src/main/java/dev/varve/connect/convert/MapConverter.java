package dev.varve.connect.convert;

import dev.varve.table.row.GenericArray;
import dev.varve.table.row.GenericMap;
import java.util.Map;

/** A map → MAP, in the map's order. */
record MapConverter(Site site, Site keySite, ValueConverter key, Site valueSite, ValueConverter value)
        implements ValueConverter {
    @Override
    public Object convert(Object object, Attempt attempt) {
        if (!(object instanceof Map<?, ?> map)) {
            return attempt.wrongType(site, object, "a map");
        }
        Object[] keys = new Object[map.size()];
        Object[] values = new Object[keys.length];
        int i = 0;
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            keys[i] = entry.getKey() == null ? null : key.convert(entry.getKey(), attempt);
            values[i] = entry.getValue() == null ? null : value.convert(entry.getValue(), attempt);
            if (keys[i] == null || (values[i] == null && !valueSite.type().nullable())) {
                if (attempt.isLenient()) {
                    return null;
                }
                if (!attempt.hasDrift()) {
                    attempt.nullIn(keys[i] == null ? keySite : valueSite);
                }
            }
            i++;
        }
        return new GenericMap(new GenericArray(keys), new GenericArray(values));
    }
}
