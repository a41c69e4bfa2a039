package dev.varve.connect.convert;

import static dev.varve.connect.testing.Records.named;
import static dev.varve.connect.testing.Records.schema;
import static dev.varve.connect.testing.Records.struct;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.connect.event.BadRecordException;
import dev.varve.connect.testing.EngineTask;
import dev.varve.connect.testing.Landing;
import dev.varve.connect.testing.Records;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Timestamps of every precision, with and without zone, the same under any time zone of the JVM. */
class Case_S14_TimestampsTest {
    private static final Schema KEY = schema("id", Schema.INT64_SCHEMA);

    private final Records records = new Records();

    private Landing land(Map<String, String> settings, Schema field, Object value) {
        Landing landing = new Landing(settings);
        Schema row = schema("id", Schema.INT64_SCHEMA, "t", field);
        landing.put(records.structs(struct(KEY, "id", 1L), struct(row, "id", 1L, "t", value)));
        return landing;
    }

    private static Schema field(String name) {
        return switch (name) {
            case "ZonedTimestamp", "IsoTimestamp", "IsoDate" ->
                named(SchemaBuilder.string(), "io.debezium.time." + name);
            case "Date" -> named(SchemaBuilder.int32(), "io.debezium.time.Date");
            default -> named(SchemaBuilder.int64(), "io.debezium.time." + name);
        };
    }

    private static Object value(String name, String text) {
        return switch (field(name).type()) {
            case STRING -> text;
            case INT32 -> Integer.valueOf(text);
            default -> Long.valueOf(text);
        };
    }

    @ParameterizedTest
    @CsvSource({
        "MicroTimestamp, 1700000000123456, TIMESTAMP(6), 2023-11-14T22:13:20.123456",
        "NanoTimestamp, 1700000000123456789, TIMESTAMP(9), 2023-11-14T22:13:20.123456789",
        "Timestamp, 1700000000123, TIMESTAMP(3), 2023-11-14T22:13:20.123",
        "MicroTimestamp, -1, TIMESTAMP(6), 1969-12-31T23:59:59.999999",
        "NanoTimestamp, -1, TIMESTAMP(9), 1969-12-31T23:59:59.999999999",
        "ZonedTimestamp, 2023-11-14T22:13:20.5+02:00, TIMESTAMP(6) WITH LOCAL TIME ZONE, 2023-11-14T20:13:20.500",
        "ZonedTimestamp, 2023-11-14T22:13:20.123456+0000, TIMESTAMP(6) WITH LOCAL TIME ZONE, 2023-11-14T22:13:20.123456",
        "ZonedTimestamp, 2023-11-14T22:13:20Z, TIMESTAMP(6) WITH LOCAL TIME ZONE, 2023-11-14T22:13:20",
        "ZonedTimestamp, 2023-11-14 22:13:20-05, TIMESTAMP(6) WITH LOCAL TIME ZONE, 2023-11-15T03:13:20",
        "ZonedTimestamp, 2023-11-14T22:13:20.1234567Z, TIMESTAMP(9) WITH LOCAL TIME ZONE, 2023-11-14T22:13:20.123456700",
        "ZonedTimestamp, -0044-03-15T12:00:00Z, TIMESTAMP(6) WITH LOCAL TIME ZONE, -0044-03-15T12:00",
        "IsoTimestamp, 2023-11-14T22:13:20.123456Z, TIMESTAMP(6), 2023-11-14T22:13:20.123456",
        "IsoDate, 2023-11-14Z, DATE, 19675",
        "Date, -1, DATE, -1",
    })
    void exactUnderAnyZone(String name, String text, String type, String expected) {
        TimeZone before = TimeZone.getDefault();
        try {
            for (String zone : new String[] {"UTC", "Pacific/Kiritimati", "America/St_Johns"}) {
                TimeZone.setDefault(TimeZone.getTimeZone(zone));
                Landing landing = land(Map.of(), field(name), value(name, text));
                assertThat(landing.only().columns()).isEqualTo("id BIGINT NOT NULL\nt " + type + "\n");
                assertThat(landing.only().last("t")).isEqualTo(expected);
            }
        } finally {
            TimeZone.setDefault(before);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "MicroTimestamp, 9223372036825200000",
        "MicroTimestamp, -9223372036832400000",
        "Timestamp, 9223372036825200000",
        "NanoTimestamp, -9223372036832400000",
        "ZonedTimestamp, infinity",
        "ZonedTimestamp, -infinity",
        "Date, -2147472692",
        "Date, -2147472691",
    })
    void infinityIsABadRecordOrNull(String name, String text) {
        assertThatThrownBy(() -> land(Map.of(), field(name), value(name, text)))
                .isInstanceOfSatisfying(
                        BadRecordException.class,
                        bad -> assertThat(bad.reason()).isEqualTo(BadRecordException.Reason.INFINITE_TIME))
                .hasMessageContaining("field t: found an infinite value");
        Landing landing = land(Map.of("infinite.time.policy", "null"), field(name), value(name, text));
        assertThat(landing.only().last("t")).isEqualTo("null");
    }

    @ParameterizedTest
    @CsvSource({
        "ZonedTimestamp, yesterday, the text is not a timestamp",
        "ZonedTimestamp, 2023-11-14T22:13:20, the text has no offset",
        "ZonedTimestamp, 2023-02-30T22:13:20Z, the text is not a timestamp",
        "ZonedTimestamp, +999999999-12-31T23:59:59-18:00, the timestamp is out of range",
        "Timestamp, 9223372036854775000, the timestamp is out of range",
        "IsoDate, 2023-13-01, the text is not a date",
    })
    void whatIsNoTimeIsABadRecord(String name, String text, String message) {
        assertThatThrownBy(() -> land(Map.of(), field(name), value(name, text)))
                .isInstanceOf(BadRecordException.class)
                .hasMessageContaining(message);
    }

    private static List<String> zones() {
        return List.of("UTC", "Pacific/Kiritimati", "America/St_Johns", "Asia/Kathmandu", "Europe/Berlin");
    }

    /** Through the engine's files and back, in every unit, before and after 1970, in every zone of the JVM. */
    @ParameterizedTest
    @CsvSource({
        "Timestamp, -1, 1969-12-31T23:59:59.999",
        "Timestamp, -62135596800001, 0000-12-31T23:59:59.999",
        "MicroTimestamp, -1, 1969-12-31T23:59:59.999999",
        "MicroTimestamp, -1000001, 1969-12-31T23:59:58.999999",
        "MicroTimestamp, 1700000000123456, 2023-11-14T22:13:20.123456",
        "NanoTimestamp, -1, 1969-12-31T23:59:59.999999999",
        "NanoTimestamp, 1700000000123456789, 2023-11-14T22:13:20.123456789",
        "NanoTimestamp, -1700000000123456789, 1916-02-18T01:46:39.876543211",
        "ZonedTimestamp, 2023-11-14T22:13:20.5+02:00, 2023-11-14T20:13:20.500",
        "ZonedTimestamp, 2023-11-14T22:13:20.5+0200, 2023-11-14T20:13:20.500",
        "ZonedTimestamp, 2023-11-14T22:13:20.5+02, 2023-11-14T20:13:20.500",
        "ZonedTimestamp, 2023-11-14T22:13:20.123456+0000, 2023-11-14T22:13:20.123456",
        "ZonedTimestamp, 2023-11-14T22:13:20.123456-00:00, 2023-11-14T22:13:20.123456",
        "ZonedTimestamp, 2023-11-14T22:13:20-0330, 2023-11-15T01:43:20",
        "ZonedTimestamp, 2023-11-14T22:13:20+05:45, 2023-11-14T16:28:20",
        "ZonedTimestamp, 1969-12-31T23:59:59.999999Z, 1969-12-31T23:59:59.999999",
        "ZonedTimestamp, 1900-01-01T00:00:00+01:00, 1899-12-31T23:00",
        "ZonedTimestamp, 2024-03-31T02:30:00+01:00, 2024-03-31T01:30",
    })
    void storedAndReadBackUnderAnyZone(String name, String text, String expected) {
        TimeZone before = TimeZone.getDefault();
        try {
            for (String zone : zones()) {
                TimeZone.setDefault(TimeZone.getTimeZone(zone));
                try (EngineTask task = new EngineTask(Map.of())) {
                    Schema row = schema("id", Schema.INT64_SCHEMA, "t", field(name));
                    task.put(records.structs(struct(KEY, "id", 1L), struct(row, "id", 1L, "t", value(name, text))))
                            .commit();
                    assertThat(task.rows()).as(zone).containsExactly("1 " + expected);
                }
            }
        } finally {
            TimeZone.setDefault(before);
        }
    }

    /** A leap second, and offsets that do not exist, are no crash: a bad record, and the next row lands. */
    @ParameterizedTest
    @CsvSource({
        "2016-12-31T23:59:60Z",
        "2016-12-31T23:59:60.5+00:00",
        "2023-11-14T24:00:01Z",
        "2023-11-14T22:13:20+19:00",
        "2023-11-14T22:13:20+0260",
        "2023-11-14T22:13:20+2",
        "2023-11-14T22:13:20 Europe/Berlin",
        "2023-11-14T22:13:20.1234567890Z",
        "''",
        "T",
        "+1000000000-01-01T00:00:00Z",
    })
    void whatIsNoMomentIsReportedAndTheNextRowLands(String text) {
        try (EngineTask task = new EngineTask(Map.of())) {
            Schema row = schema("id", Schema.INT64_SCHEMA, "t", field("ZonedTimestamp"));
            task.put(
                            records.structs(struct(KEY, "id", 1L), struct(row, "id", 1L, "t", text)),
                            records.structs(struct(KEY, "id", 2L), struct(row, "id", 2L, "t", "2023-11-14T22:13:20Z")))
                    .commit();
            assertThat(task.rows()).containsExactly("2 2023-11-14T22:13:20");
            assertThat(task.errors()).singleElement().asString().contains("field t");
        }
    }

    /** Infinities by policy, through a task. */
    @Test
    void infinitiesByPolicy() {
        Schema row = schema("id", Schema.INT64_SCHEMA, "t", field("ZonedTimestamp"));
        for (String policy : List.of("fail", "null")) {
            try (EngineTask task = new EngineTask(Map.of("infinite.time.policy", policy))) {
                task.put(
                                records.structs(struct(KEY, "id", 1L), struct(row, "id", 1L, "t", "infinity")),
                                records.structs(struct(KEY, "id", 2L), struct(row, "id", 2L, "t", "-infinity")),
                                records.structs(
                                        struct(KEY, "id", 3L), struct(row, "id", 3L, "t", "2023-11-14T22:13:20Z")))
                        .commit();
                boolean fails = policy.equals("fail");
                assertThat(task.errors()).hasSize(fails ? 2 : 0);
                assertThat(task.rows())
                        .isEqualTo(
                                fails
                                        ? List.of("3 2023-11-14T22:13:20")
                                        : List.of("1 null", "2 null", "3 2023-11-14T22:13:20"));
            }
        }
    }
}
