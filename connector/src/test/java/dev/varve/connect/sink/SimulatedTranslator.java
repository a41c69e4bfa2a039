package dev.varve.connect.sink;

import dev.varve.table.TableId;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.GenericRow;
import dev.varve.table.schema.SchemaChange;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.schema.TableSpec;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * Understands {@link SimulatedRecord}s. A row is (id, number of the try, key, offset, added columns…) with the first two as
 * primary key, so that a record that is written twice stays two rows in a real table as well.
 */
final class SimulatedTranslator implements RecordTranslator {
    static final int ID = 0;
    static final int KEY = 2;
    static final int OFFSET = 3;

    private final Map<String, TableId> soleTables;
    private final LongSupplier tries;

    SimulatedTranslator(Map<String, TableId> soleTables, LongSupplier tries) {
        this.soleTables = Map.copyOf(soleTables);
        this.tries = tries;
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
            case ROW, BAD, NO_CHANGE, TRUNCATE -> new Translation.Change(record.table(), new Change(record));
            case FILTERED -> throw new IllegalStateException("a transform drops " + record);
        };
    }

    private final class Change implements TableChange {
        private final SimulatedRecord record;

        Change(SimulatedRecord record) {
            this.record = record;
        }

        @Override
        public Optional<TableSpec> newTable() {
            return Optional.of(new TableSpec(
                    List.of(
                            new DataField(0, "id", DataTypes.STRING.withNullable(false)),
                            new DataField(1, "try", DataTypes.BIGINT.withNullable(false)),
                            new DataField(2, "key", DataTypes.STRING),
                            new DataField(3, "offset", DataTypes.BIGINT)),
                    List.of("id", "try"),
                    List.of(),
                    Map.of("bucket", "1", "num-sorted-run.compaction-trigger", "2", "num-sorted-run.stop-trigger", "3"),
                    Optional.empty()));
        }

        @Override
        public Step against(TableSchema schema) {
            if (record.kind() == SimulatedRecord.Kind.BAD) {
                throw new DataException(record.id() + " is bad");
            }
            if (record.kind() == SimulatedRecord.Kind.NO_CHANGE) {
                return new Step.Write(List.of(), List.of());
            }
            if (record.kind() == SimulatedRecord.Kind.TRUNCATE) {
                return new Step.DeleteAll();
            }
            Optional<String> missing =
                    record.column().filter(column -> schema.rowType().indexOf(column) < 0);
            if (missing.isPresent()) {
                return new Step.Evolve(List.of(SchemaChange.AddColumn.last(missing.get(), DataTypes.STRING)));
            }
            var row = new Object[schema.fields().size()];
            row[ID] = BinaryString.of(record.id());
            row[1] = tries.getAsLong();
            row[KEY] = BinaryString.of(record.key());
            row[OFFSET] = record.offset();
            return new Step.Write(List.of(GenericRow.of(row)), List.of());
        }
    }
}
