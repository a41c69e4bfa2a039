package dev.varve.connect.sink;

import dev.varve.connect.convert.SettingsDrift;
import dev.varve.table.Table;
import dev.varve.table.TableId;
import dev.varve.table.error.InvalidInputException;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.common.config.ConfigException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings tables that exist already in line with settings when a task opens them: options that may change are set, by one schema
 * change; what stays as it is is said once. Confined to the task's thread.
 */
final class SettingsOnTables {
    private static final Logger LOG = LoggerFactory.getLogger(SettingsOnTables.class);

    private final RecordTranslator translator;
    private final Set<TableId> told = new HashSet<>();

    SettingsOnTables(RecordTranslator translator) {
        this.translator = translator;
    }

    /**
     * The table with its options set. Tasks that do the same at once make one change.
     *
     * @throws ConfigException if settings contradict the table
     */
    Table apply(TableId id, Table table) {
        var hadSnapshots = new AtomicBoolean();
        SettingsDrift drift = translator.drift(id, table.schema(), () -> hasSnapshots(table, hadSnapshots));
        if (told.add(id)) {
            drift.kept().forEach(why -> LOG.warn("table={} {}", id, why));
        }
        if (drift.changes().isEmpty()) {
            return table;
        }
        try {
            Table changed = table.evolve(drift.changes());
            LOG.info(
                    "table={} schema={} was={} settings={}",
                    id,
                    changed.schema().id(),
                    table.schema().id(),
                    drift.changes());
            return changed;
        } catch (InvalidInputException e) {
            if (!hadSnapshots.get() && table.latestSnapshot().isPresent()) {
                // Somebody has landed the first rows meanwhile, and some options cannot change any more.
                return apply(id, table.reload());
            }
            throw new ConfigException(
                    "table " + id + ": its options cannot become what settings say: " + e.getMessage());
        }
    }

    /** Most tables are as settings say, and then nobody asks: that would be a request to the store for every table. */
    private static boolean hasSnapshots(Table table, AtomicBoolean answer) {
        answer.set(table.latestSnapshot().isPresent());
        return answer.get();
    }
}
