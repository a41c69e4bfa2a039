package dev.varve.connect.sink;

import static java.util.Objects.requireNonNull;

import dev.varve.connect.config.MessagePolicy;
import dev.varve.connect.config.SchemaConflictPolicy;
import dev.varve.connect.config.SinkSettings;
import dev.varve.connect.config.TruncatePolicy;
import dev.varve.connect.convert.Conversion;
import dev.varve.connect.convert.SettingsDrift;
import dev.varve.connect.convert.TableConverter;
import dev.varve.connect.convert.TableSpecs;
import dev.varve.connect.event.BadRecordException;
import dev.varve.connect.event.ChangeEvent;
import dev.varve.connect.event.EventDecoder;
import dev.varve.connect.route.TableRouter;
import dev.varve.table.TableId;
import dev.varve.table.error.Check;
import dev.varve.table.error.InvalidInputException;
import dev.varve.table.row.GenericRow;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.schema.TableSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Decodes, routes and converts, as the connector's settings say. Confined to the task's thread. */
public final class EventTranslator implements RecordTranslator {
    private static final Logger LOG = LoggerFactory.getLogger(EventTranslator.class);

    private final SinkSettings settings;
    private final EventDecoder decoder;
    private final TableRouter router;
    private final SourceNameOption sourceNames;
    private final TableSpecs specs;
    private final Map<TableId, Converter> converters = new HashMap<>();
    /** Tables whose primary key may change unseen. */
    private final Set<TableId> warned = new HashSet<>();

    private record Converter(TableSchema schema, TableConverter converter) {}

    public EventTranslator(SinkSettings settings) {
        this.settings = requireNonNull(settings, "settings is null");
        this.decoder = new EventDecoder(settings.events());
        this.router = new TableRouter(settings.routing());
        this.sourceNames = new SourceNameOption(router, settings.routing().nameCase());
        this.specs = new TableSpecs(settings);
    }

    @Override
    public Optional<TableId> soleTable(String topic) {
        return router.tableOfTopic(topic);
    }

    @Override
    public Translation translate(SinkRecord record) {
        ChangeEvent event = decoder.decode(record);
        if (event instanceof ChangeEvent.OfRow row) {
            TableId table = router.route(row);
            return new Translation.Change(table, new RowChange(table, row, record));
        }
        if (event instanceof ChangeEvent.Several several) {
            return several(several, record);
        }
        if (event instanceof ChangeEvent.Truncate truncate) {
            return truncate(truncate);
        }
        if (event instanceof ChangeEvent.Tombstone) {
            return new Translation.Skipped("tombstone");
        }
        if (event instanceof ChangeEvent.Message message) {
            return message(message);
        }
        if (event instanceof ChangeEvent.Skip skip) {
            return new Translation.Skipped(skip.reason().text());
        }
        throw Check.unreachable(event);
    }

    /** Rows of one record land together, so they must be of one table. */
    private Translation several(ChangeEvent.Several several, SinkRecord record) {
        TableId table = router.route(several.rows().get(0));
        for (ChangeEvent.OfRow row : several.rows()) {
            TableId other = router.route(row);
            if (!other.equals(table)) {
                throw new BadRecordException(
                        BadRecordException.Reason.NO_TABLE,
                        several.origin(),
                        "",
                        "its rows belong to tables " + table + " and " + other
                                + ", but rows of one record must be of one table: route such records by topic or source");
            }
        }
        return new Translation.Change(table, new RowsChange(table, several, record));
    }

    @Override
    public SettingsDrift drift(TableId table, TableSchema schema, BooleanSupplier hasSnapshots) {
        return SettingsDrift.compare(table, schema, settings.tables().of(table), hasSnapshots);
    }

    private Translation truncate(ChangeEvent.Truncate truncate) {
        if (settings.events().truncates() == TruncatePolicy.IGNORE) {
            return new Translation.Skipped("truncate event");
        }
        TableId table = router.route(truncate);
        return new Translation.Change(table, new TruncateChange(table, truncate));
    }

    private Translation message(ChangeEvent.Message message) {
        return switch (settings.events().messages()) {
            case IGNORE -> new Translation.Skipped("logical decoding message");
            case FAIL ->
                throw new BadRecordException(
                        BadRecordException.Reason.REFUSED,
                        message.origin(),
                        "op",
                        "a logical decoding message belongs to no table; set message.policy="
                                + MessagePolicy.IGNORE.text() + " to skip such records");
        };
    }

    /** Asked for every record: a table hands out one schema object until it is evolved or reloaded. */
    @SuppressWarnings("ReferenceEquality")
    private TableConverter converter(TableId table, TableSchema schema, ChangeEvent event) {
        Converter known = converters.get(table);
        if (known == null || known.schema() != schema) {
            sourceNames.requireSame(table, schema, event.origin());
            known = new Converter(schema, new TableConverter(table, schema, settings));
            converters.put(table, known);
        }
        return known.converter();
    }

    private void warnOfHiddenKeys(
            TableId table, TableSchema schema, TableConverter converter, ChangeEvent.OfRow event) {
        if (!warned.contains(table) && converter.mayHideChangedKey(event)) {
            warned.add(table);
            LOG.warn(
                    "table={} primary-key={} is not all in the record's key, and {} does not say what the row was before: if its"
                            + " primary key was another one, that row stays. Let the source send it (PostgreSQL: REPLICA IDENTITY"
                            + " FULL), unless these columns never change",
                    table,
                    schema.primaryKeys(),
                    event.origin());
        }
    }

    /** Refuses to create a table where settings say so. */
    private void requireAutoCreate(TableId table, ChangeEvent event) {
        if (!settings.tables().autoCreate()) {
            throw new BadRecordException(
                    BadRecordException.Reason.NO_TABLE,
                    event.origin(),
                    "",
                    "table " + table + " does not exist; create it, or let the connector do so (auto.create=true)");
        }
    }

    /** Whether contradictions between values and columns end the task. */
    private boolean failsOnConflict() {
        return settings.conversion().conflicts() == SchemaConflictPolicy.FAIL;
    }

    /** Not a bad record: somebody has decided that no row may be missing because its table could not follow. */
    private static ConnectException conflict(TableId table, String what, Exception why) {
        return new ConnectException(
                "table " + table + ": " + what + ". The task ends here, whatever errors.tolerance says"
                        + " (schema.conflict.policy=fail); nothing is lost, it goes on from this record. Correct the source or the"
                        + " table, or set schema.conflict.policy=" + SchemaConflictPolicy.STRING.text()
                        + " to let the column become STRING, or =" + SchemaConflictPolicy.DEAD_LETTER.text()
                        + " to set such records aside",
                why);
    }

    /** A change of rows of a table. */
    private abstract class OfRows implements TableChange {
        final TableId table;
        private final ChangeEvent event;
        private final SinkRecord record;

        OfRows(TableId table, ChangeEvent event, SinkRecord record) {
            this.table = table;
            this.event = event;
            this.record = record;
        }

        Conversion convert(TableConverter converter, ChangeEvent.OfRow row) {
            try {
                return converter.convert(row, record);
            } catch (BadRecordException e) {
                throw e.reason().isConflict() && failsOnConflict() ? conflict(table, e.getMessage(), e) : e;
            }
        }

        @Override
        public ConnectException impossible(TableId id, InvalidInputException why) {
            return failsOnConflict()
                    ? conflict(id, "record " + event.origin() + ": " + why.getMessage(), why)
                    : TableChange.super.impossible(id, why);
        }
    }

    /** Several rows of a table. They are copied, since a converter lends its rows. */
    private final class RowsChange extends OfRows {
        private final ChangeEvent.Several event;

        RowsChange(TableId table, ChangeEvent.Several event, SinkRecord record) {
            super(table, event, record);
            this.event = event;
        }

        @Override
        public Optional<TableSpec> newTable() {
            requireAutoCreate(table, event);
            return event.rows().stream()
                    .map(row -> specs.infer(table, row))
                    .flatMap(Optional::stream)
                    .findFirst()
                    .map(spec -> sourceNames.on(table, spec));
        }

        @Override
        public Step against(TableSchema schema) {
            List<GenericRow> rows = new ArrayList<>();
            for (ChangeEvent.OfRow row : event.rows()) {
                Conversion conversion = convert(converter(table, schema, event), row);
                if (conversion instanceof Conversion.Drift drift) {
                    return new Step.Evolve(drift.changes());
                }
                Conversion.Rows converted = (Conversion.Rows) conversion;
                if (!converted.unavailable().isEmpty()) {
                    throw new BadRecordException(
                            BadRecordException.Reason.MALFORMED,
                            event.origin(),
                            converted.unavailable().get(0),
                            "found the placeholder of an unavailable value in a record of several rows; only records of one row"
                                    + " may leave values out");
                }
                converted.rows().forEach(one -> rows.add(GenericRow.copyOf(one, schema.rowType())));
            }
            return new Step.Write(rows, List.of());
        }
    }

    /** One row of a table, or two. */
    private final class RowChange extends OfRows {
        private final ChangeEvent.OfRow event;

        RowChange(TableId table, ChangeEvent.OfRow event, SinkRecord record) {
            super(table, event, record);
            this.event = event;
        }

        @Override
        public Optional<TableSpec> newTable() {
            requireAutoCreate(table, event);
            return specs.infer(table, event).map(spec -> sourceNames.on(table, spec));
        }

        @Override
        public Step against(TableSchema schema) {
            TableConverter converter = converter(table, schema, event);
            warnOfHiddenKeys(table, schema, converter, event);
            Conversion conversion = convert(converter, event);
            if (conversion instanceof Conversion.Rows rows) {
                return new Step.Write(rows.rows(), rows.unavailable());
            }
            if (conversion instanceof Conversion.Drift drift) {
                return new Step.Evolve(drift.changes());
            }
            throw Check.unreachable(conversion);
        }
    }

    /** All rows of a table. */
    private final class TruncateChange implements TableChange {
        private final TableId table;
        private final ChangeEvent.Truncate event;

        TruncateChange(TableId table, ChangeEvent.Truncate event) {
            this.table = table;
            this.event = event;
        }

        @Override
        public Optional<TableSpec> newTable() {
            refuseIfSettingsSo();
            return Optional.empty();
        }

        @Override
        public Step against(TableSchema schema) {
            refuseIfSettingsSo();
            sourceNames.requireSame(table, schema, event.origin());
            return new Step.DeleteAll();
        }

        /** Not a bad record: setting it aside would leave the rows in the table without anybody having decided so. */
        private void refuseIfSettingsSo() {
            if (settings.events().truncates() == TruncatePolicy.FAIL) {
                throw new ConnectException(
                        "record " + event.origin() + ": the source truncated the table; decide what becomes of"
                                + " its rows: truncate.policy=" + TruncatePolicy.DELETE_ALL.text()
                                + " deletes them, truncate.policy="
                                + TruncatePolicy.IGNORE.text() + " keeps them");
            }
        }
    }
}
