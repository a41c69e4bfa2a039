package dev.varve.connect.simulation;

import dev.varve.table.fs.Location;
import java.util.Collection;
import java.util.List;

/** Hands what happens in the store to the watch of the table concerned. */
final class StoreWatch implements SimulatedStore.Observer {
    private final List<TableWatch> tables;
    private final Violations violations;

    StoreWatch(Collection<TableWatch> tables, Violations violations) {
        this.tables = List.copyOf(tables);
        this.violations = violations;
    }

    @Override
    public void created(Location file, byte[] content) {
        tables.stream().filter(table -> table.holds(file)).forEach(table -> table.created(file, content));
    }

    @Override
    public void overwriting(Location file) {
        if (!file.name().equals("LATEST")
                && !file.name().equals("EARLIEST")
                && !file.name().endsWith(".tmp")) {
            violations.report("%s is overwritten; only hints may be", file);
        }
    }

    @Override
    public void deleting(Location file) {
        tables.stream().filter(table -> table.holds(file)).forEach(table -> table.deleting(file));
    }
}
