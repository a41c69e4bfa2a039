package dev.varve.connect.simulation;

import dev.varve.connect.sink.RecordTranslator;
import dev.varve.connect.sink.SimulatedRecord;
import dev.varve.connect.sink.SimulatedRecord.Kind;
import dev.varve.connect.sink.TableChange;
import dev.varve.connect.sink.Translation;
import dev.varve.table.TableId;
import dev.varve.table.schema.SchemaChange;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.schema.TableSpec;
import dev.varve.table.type.DataTypes;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;

/** Understands {@link SimulatedRecord}s. */
final class ShapeTranslator implements RecordTranslator {
    private final Map<String, TableId> soleTables;
    private final Landscape landscape;

    ShapeTranslator(Map<String, TableId> soleTables, Landscape landscape) {
        this.soleTables = soleTables;
        this.landscape = landscape;
    }

    @Override
    public Optional<TableId> soleTable(String topic) {
        return Optional.ofNullable(soleTables.get(topic));
    }

    @Override
    public Translation translate(SinkRecord sinkRecord) {
        SimulatedRecord record = (SimulatedRecord) sinkRecord.value();
        return switch (record.kind()) {
            case SKIPPED -> new Translation.Skipped("noise");
            case UNREADABLE -> throw new DataException(record.id() + " cannot be read");
            case ROW, BAD, NO_CHANGE -> new Translation.Change(record.table(), new Change(record));
            case FILTERED, TRUNCATE -> throw new IllegalStateException("not delivered: " + record);
        };
    }

    private final class Change implements TableChange {
        private final SimulatedRecord record;

        Change(SimulatedRecord record) {
            this.record = record;
        }

        @Override
        public Optional<TableSpec> newTable() {
            return Optional.of(landscape.spec(record.table()));
        }

        @Override
        public Step against(TableSchema schema) {
            if (record.kind() == Kind.BAD) {
                throw new DataException(record.id() + " is bad");
            }
            if (record.kind() == Kind.NO_CHANGE) {
                return new Step.Write(List.of(), List.of());
            }
            Optional<String> missing =
                    record.column().filter(column -> schema.rowType().indexOf(column) < 0);
            if (missing.isPresent()) {
                return new Step.Evolve(List.of(SchemaChange.AddColumn.last(missing.get(), DataTypes.STRING)));
            }
            return new Step.Write(
                    List.of(landscape.shape(record.table()).row(record, schema, landscape.nextAttempt())), List.of());
        }
    }
}
