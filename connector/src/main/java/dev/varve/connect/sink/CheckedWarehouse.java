package dev.varve.connect.sink;

import static java.util.Objects.requireNonNull;

import dev.varve.table.Table;
import dev.varve.table.TableId;
import dev.varve.table.Warehouse;
import dev.varve.table.error.TableException;
import dev.varve.table.schema.TableSpec;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A warehouse that is used only once its store has shown that it creates files atomically. A store that is away when the task starts is
 * asked again with each use, whose failure the task handles as any other. Safe for use by several threads.
 */
public final class CheckedWarehouse implements Warehouse {
    private static final Logger LOG = LoggerFactory.getLogger(CheckedWarehouse.class);

    private final Warehouse warehouse;
    private volatile boolean checked;

    private CheckedWarehouse(Warehouse warehouse) {
        this.warehouse = requireNonNull(warehouse, "warehouse is null");
    }

    /**
     * Checks the store now or, if it is away, later.
     *
     * @throws TableException if the store cannot do it, or refuses
     */
    public static Warehouse start(Warehouse warehouse) {
        var checked = new CheckedWarehouse(warehouse);
        try {
            checked.requireAtomicCreate();
        } catch (TableException e) {
            if (!e.retryable()) {
                throw e;
            }
            LOG.warn("the store does not answer, so it is checked when it is first needed", e);
        }
        return checked;
    }

    @Override
    public void requireAtomicCreate() {
        if (!checked) {
            warehouse.requireAtomicCreate();
            checked = true;
        }
    }

    @Override
    public Optional<Table> find(TableId id) {
        requireAtomicCreate();
        return warehouse.find(id);
    }

    @Override
    public Table create(TableId id, TableSpec spec) {
        requireAtomicCreate();
        return warehouse.create(id, spec);
    }

    @Override
    public List<TableId> list() {
        requireAtomicCreate();
        return warehouse.list();
    }
}
