package dev.varve.connect.config;

import static java.util.Map.entry;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.option.NearestName;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DataTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Something that a record says beside its row, which a column can hold.
 *
 * @param kind where it is found
 * @param name of the header, the key's field, or the field of Debezium's {@code source} block or envelope; {@code ""} for other kinds
 */
public record MetadataSource(Kind kind, String name) {
    /** Where it is found. */
    public enum Kind {
        /** The original topic, before transforms. */
        TOPIC,
        /** The original partition. */
        PARTITION,
        /** The original offset. */
        OFFSET,
        /** When the record was written, as Kafka says. */
        TIMESTAMP,
        /** What Kafka's timestamp means: {@code CreateTime}, {@code LogAppendTime}. */
        TIMESTAMP_TYPE,
        /** The operation, in Debezium's letters. */
        OP,
        /** A field of Debezium's envelope, beside the rows. */
        ENVELOPE,
        /** A field of Debezium's {@code source} block. */
        SOURCE,
        /** The record's key, if it is a single value. */
        KEY,
        /** A field of the record's key. */
        KEY_FIELD,
        /** The last header of a name. */
        HEADER
    }

    private static final String SOURCE_PREFIX = "source.";
    private static final String KEY_PREFIX = "key.";
    private static final String HEADER_PREFIX = "header.";
    private static final DataType MILLIS = DataTypes.timestampLtz(3);
    private static final DataType MICROS = DataTypes.timestampLtz(6);
    private static final DataType NANOS = DataTypes.timestampLtz(9);

    private static final Map<String, Kind> PLAIN = Map.of(
            "topic", Kind.TOPIC,
            "partition", Kind.PARTITION,
            "offset", Kind.OFFSET,
            "timestamp", Kind.TIMESTAMP,
            "timestamp_type", Kind.TIMESTAMP_TYPE,
            "op", Kind.OP,
            "key", Kind.KEY);

    /** Beside the rows in Debezium's envelope; all there are. */
    private static final Map<String, DataType> ENVELOPE = Map.of(
            "ts_ms",
            MILLIS,
            "ts_us",
            MICROS,
            "ts_ns",
            NANOS,
            "transaction.id",
            DataTypes.STRING,
            "transaction.total_order",
            DataTypes.BIGINT,
            "transaction.data_collection_order",
            DataTypes.BIGINT);

    /** Fields of {@code source} blocks, of all databases; others are texts. */
    private static final Map<String, DataType> SOURCE = Map.ofEntries(
            entry("ts_ms", MILLIS),
            entry("ts_us", MICROS),
            entry("ts_ns", NANOS),
            entry("db", DataTypes.STRING),
            entry("schema", DataTypes.STRING),
            entry("table", DataTypes.STRING),
            entry("collection", DataTypes.STRING),
            entry("name", DataTypes.STRING),
            entry("connector", DataTypes.STRING),
            entry("version", DataTypes.STRING),
            entry("snapshot", DataTypes.STRING),
            entry("sequence", DataTypes.STRING),
            // PostgreSQL
            entry("lsn", DataTypes.BIGINT),
            entry("txId", DataTypes.BIGINT),
            entry("xmin", DataTypes.BIGINT),
            // MySQL, MariaDB
            entry("file", DataTypes.STRING),
            entry("pos", DataTypes.BIGINT),
            entry("row", DataTypes.INT),
            entry("thread", DataTypes.BIGINT),
            entry("server_id", DataTypes.BIGINT),
            entry("gtid", DataTypes.STRING),
            entry("query", DataTypes.STRING),
            // SQL Server, Oracle, Db2
            entry("change_lsn", DataTypes.STRING),
            entry("commit_lsn", DataTypes.STRING),
            entry("event_serial_no", DataTypes.BIGINT),
            entry("scn", DataTypes.STRING),
            entry("commit_scn", DataTypes.STRING),
            entry("lcr_position", DataTypes.STRING),
            entry("rs_id", DataTypes.STRING),
            entry("ssn", DataTypes.INT),
            // MongoDB
            entry("rs", DataTypes.STRING),
            entry("ord", DataTypes.INT),
            entry("h", DataTypes.BIGINT));

    /** What all events of a row say alike, so that a key of it meets the earlier ones. */
    private static final Set<String> OF_ROW = Set.of("db", "schema", "table", "collection", "name", "connector");

    /**
     * The source that the text names.
     *
     * @throws InvalidInputException if there is none; a name of {@code source.} that resembles no known one is taken as it is, since
     *     sources have fields of their own
     */
    static MetadataSource parse(String text) {
        if (PLAIN.containsKey(text)) {
            return new MetadataSource(PLAIN.get(text), "");
        }
        if (ENVELOPE.containsKey(text)) {
            return new MetadataSource(Kind.ENVELOPE, text);
        }
        if (text.startsWith(KEY_PREFIX) && text.length() > KEY_PREFIX.length()) {
            return new MetadataSource(Kind.KEY_FIELD, text.substring(KEY_PREFIX.length()));
        }
        if (text.startsWith(HEADER_PREFIX) && text.length() > HEADER_PREFIX.length()) {
            return new MetadataSource(Kind.HEADER, text.substring(HEADER_PREFIX.length()));
        }
        if (text.startsWith(SOURCE_PREFIX) && text.length() > SOURCE_PREFIX.length()) {
            String name = text.substring(SOURCE_PREFIX.length());
            if (SOURCE.containsKey(name)
                    || NearestName.of(name, SOURCE.keySet()).isEmpty()) {
                return new MetadataSource(Kind.SOURCE, name);
            }
        }
        throw new InvalidInputException("a record has no '" + text + "'"
                + NearestName.of(text, names())
                        .map(near -> "; did you mean " + near + "?")
                        .orElse(
                                "; there are topic, partition, offset, timestamp, timestamp_type, op, ts_ms, key, key.<field>,"
                                        + " header.<name> and source.<field>, for example source.lsn"));
    }

    private static List<String> names() {
        List<String> names = new ArrayList<>(PLAIN.keySet());
        names.addAll(ENVELOPE.keySet());
        SOURCE.keySet().forEach(name -> names.add(SOURCE_PREFIX + name));
        names.sort(null);
        return names;
    }

    /** Nullable type of the column, unless settings give another. */
    public DataType type() {
        return switch (kind) {
            case OFFSET -> DataTypes.BIGINT;
            case PARTITION -> DataTypes.INT;
            case TIMESTAMP -> MILLIS;
            case ENVELOPE -> ENVELOPE.get(name);
            case SOURCE -> SOURCE.getOrDefault(name, DataTypes.STRING);
            case TOPIC, TIMESTAMP_TYPE, OP, KEY, KEY_FIELD, HEADER -> DataTypes.STRING;
        };
    }

    /** Whether all events of a row say the same, so that it can be part of the row's key. */
    public boolean isOfRow() {
        return switch (kind) {
            case TOPIC, PARTITION, KEY, KEY_FIELD -> true;
            case SOURCE -> OF_ROW.contains(name);
            case OFFSET, TIMESTAMP, TIMESTAMP_TYPE, OP, ENVELOPE, HEADER -> false;
        };
    }

    /** As users write it. */
    @Override
    public String toString() {
        return switch (kind) {
            case TOPIC -> "topic";
            case PARTITION -> "partition";
            case OFFSET -> "offset";
            case TIMESTAMP -> "timestamp";
            case TIMESTAMP_TYPE -> "timestamp_type";
            case OP -> "op";
            case KEY -> "key";
            case ENVELOPE -> name;
            case SOURCE -> SOURCE_PREFIX + name;
            case KEY_FIELD -> KEY_PREFIX + name;
            case HEADER -> HEADER_PREFIX + name;
        };
    }
}
