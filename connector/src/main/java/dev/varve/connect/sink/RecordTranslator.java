package dev.varve.connect.sink;

import dev.varve.connect.convert.SettingsDrift;
import dev.varve.table.TableId;
import dev.varve.table.schema.TableSchema;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.apache.kafka.connect.sink.SinkRecord;

/** Understands records: which table they belong to and what they do to it. Confined to the task's thread. */
public interface RecordTranslator {
    /**
     * The one table that all records of a topic belong to, if that can be told without a record.
     *
     * @param topic as transforms leave it
     */
    Optional<TableId> soleTable(String topic);

    /**
     * What the record means.
     *
     * @throws org.apache.kafka.connect.errors.DataException if it cannot be landed: a bad record
     */
    Translation translate(SinkRecord record);

    /**
     * What settings say of a table that exists already.
     *
     * @param hasSnapshots whether the table has data; asked only if that matters
     * @throws org.apache.kafka.common.config.ConfigException if they contradict the table
     */
    default SettingsDrift drift(TableId table, TableSchema schema, BooleanSupplier hasSnapshots) {
        return SettingsDrift.NONE;
    }
}
