package dev.varve.connect.fuzz;

import dev.varve.connect.sink.RecordTranslator;
import dev.varve.connect.sink.TableChange;
import dev.varve.connect.sink.Translation;
import dev.varve.table.TableId;
import dev.varve.table.error.InvalidInputException;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.schema.TableSpec;
import java.util.Optional;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;

/** Notes what the last record was translated to. Confined to one thread. */
final class ObservedTranslator implements RecordTranslator {
    private final RecordTranslator translator;
    private Optional<ExpectedTables.Written> written = Optional.empty();
    private boolean withoutTable;

    ObservedTranslator(RecordTranslator translator) {
        this.translator = translator;
    }

    /** What the last record writes, if anything. */
    Optional<ExpectedTables.Written> written() {
        return written;
    }

    /** Whether the last record needs no table to be created. */
    boolean isWithoutTable() {
        return withoutTable;
    }

    void forget() {
        written = Optional.empty();
        withoutTable = false;
    }

    @Override
    public Optional<TableId> soleTable(String topic) {
        return translator.soleTable(topic);
    }

    @Override
    public Translation translate(SinkRecord record) {
        Translation translation = translator.translate(record);
        return translation instanceof Translation.Change change
                ? new Translation.Change(change.table(), new Observed(change.table(), change.change()))
                : translation;
    }

    private final class Observed implements TableChange {
        private final TableId table;
        private final TableChange change;

        Observed(TableId table, TableChange change) {
            this.table = table;
            this.change = change;
        }

        @Override
        public Optional<TableSpec> newTable() {
            Optional<TableSpec> spec = change.newTable();
            withoutTable = spec.isEmpty();
            return spec;
        }

        @Override
        public Step against(TableSchema schema) {
            Step step = change.against(schema);
            if (step instanceof Step.Write write) {
                written = Optional.of(ExpectedTables.Written.of(table, schema, write));
            } else if (step instanceof Step.DeleteAll) {
                written = Optional.of(ExpectedTables.Written.deletingAll(table, schema));
            }
            return step;
        }

        @Override
        public ConnectException impossible(TableId id, InvalidInputException why) {
            return change.impossible(id, why);
        }
    }
}
