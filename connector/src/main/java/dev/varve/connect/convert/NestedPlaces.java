package dev.varve.connect.convert;

import dev.varve.table.type.RowType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The fields of a nested row, each at the place of its name. */
final class NestedPlaces implements Places {
    private final Map<String, Integer> places = new HashMap<>();
    private final List<String> path;
    private final FieldColumns columns;

    /** @param path of the row within the table */
    NestedPlaces(RowType type, List<String> path, FieldColumns columns) {
        for (int i = 0; i < type.arity(); i++) {
            String name = type.field(i).name();
            places.put(name, columns.leavesOut(StructReader.append(path, name)) ? -1 - i : i);
        }
        this.path = List.copyOf(path);
        this.columns = columns;
    }

    @Override
    public int count() {
        return places.size();
    }

    @Override
    public int of(String field) {
        Integer place = places.get(field);
        return place == null ? -1 : place;
    }

    @Override
    public List<String> missing(String field) {
        if (places.containsKey(field)) {
            return null;
        }
        List<String> wanted = StructReader.append(path, field);
        return columns.leavesOut(wanted) ? null : wanted;
    }

    @Override
    public String conflict(String field) {
        return null;
    }
}
