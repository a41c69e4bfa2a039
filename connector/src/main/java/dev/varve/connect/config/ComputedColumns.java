package dev.varve.connect.config;

import dev.varve.connect.expression.Expression;
import dev.varve.table.error.InvalidInputException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Expressions that read other computed columns, put together so that all of them read fields of the row. A column that reads the
 * field of its own name takes that field's place; others that read the name mean the field, too.
 */
final class ComputedColumns {
    private final Map<String, Expression> computed;

    private ComputedColumns(Map<String, Expression> computed) {
        this.computed = computed;
    }

    /** @throws InvalidInputException if columns are computed from one another in a circle */
    static SortedMap<String, Expression> overFields(Map<String, Expression> computed) {
        ComputedColumns columns = new ComputedColumns(computed);
        SortedMap<String, Expression> resolved = new TreeMap<>();
        computed.keySet().forEach(column -> resolved.put(column, columns.resolve(column, List.of(column))));
        return resolved;
    }

    private Expression resolve(String column, List<String> path) {
        Expression expression = computed.get(column);
        Map<String, Expression> replacements = new HashMap<>();
        for (String read : expression.columns()) {
            if (!read.equals(column) && isComputedFromOthers(read)) {
                if (path.contains(read)) {
                    throw new InvalidInputException(
                            "the column is computed from itself: " + String.join(" from ", path) + " from " + read);
                }
                List<String> longer = new ArrayList<>(path);
                longer.add(read);
                replacements.put(read, resolve(read, longer));
            }
        }
        return expression.with(replacements);
    }

    private boolean isComputedFromOthers(String name) {
        return computed.containsKey(name) && !computed.get(name).columns().contains(name);
    }
}
