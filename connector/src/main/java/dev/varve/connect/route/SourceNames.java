package dev.varve.connect.route;

import dev.varve.table.TableId;
import java.util.Map;
import java.util.Optional;

/**
 * From which names the tables of a task got theirs. Names that differ until they are rewritten, or brought to one case, must not
 * meet in one table unseen. Names that are the same beforehand, and those that a template spells out, may. Confined to the task
 * thread.
 */
final class SourceNames {
    private final Map<TableId, String> byTable = new BoundedCache<>();

    /**
     * Notes that a table has its name from this one.
     *
     * @return the other name that it was noted for before, if so
     */
    Optional<String> claim(TableId table, SourceName database, SourceName name) {
        if (database.chosen() && name.chosen()) {
            return Optional.empty();
        }
        String source = database.text() + "." + name.text();
        String known = byTable.putIfAbsent(table, source);
        return known == null || known.equals(source) ? Optional.empty() : Optional.of(known);
    }

    /** The name that a table has its own from; empty if its name was chosen. */
    Optional<String> of(TableId table) {
        return Optional.ofNullable(byTable.get(table));
    }
}
