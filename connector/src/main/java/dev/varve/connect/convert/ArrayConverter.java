package dev.varve.connect.convert;

import dev.varve.table.row.GenericArray;
import java.util.List;

/** A list → ARRAY. */
record ArrayConverter(Site site, Site elementSite, ValueConverter element) implements ValueConverter {
    @Override
    public Object convert(Object value, Attempt attempt) {
        if (!(value instanceof List<?> list)) {
            return attempt.wrongType(site, value, "a list");
        }
        Object[] elements = new Object[list.size()];
        int i = 0;
        for (Object each : list) {
            Object converted = each == null ? null : element.convert(each, attempt);
            if (converted == null && !elementSite.type().nullable() && !attempt.hasDrift()) {
                if (attempt.isLenient()) {
                    return null;
                }
                attempt.nullIn(elementSite);
            }
            elements[i++] = converted;
        }
        return new GenericArray(elements);
    }
}
