package dev.varve.connect.event;

import static dev.varve.connect.testing.Records.map;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.connect.testing.Landing;
import dev.varve.connect.testing.Records;
import dev.varve.connect.testing.TestSettings;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Debezium's envelopes of MongoDB, recognised by their shape unless a test says otherwise. */
class MongoFormTest {
    private static final String OID = "65f1a0b2c3d4e5f6a7b8c9d0";
    private static final String ID = "{\"$oid\": \"" + OID + "\"}";

    private final Records records = new Records();

    private SinkRecord event(String id, String op, String before, String after) {
        return records.schemaless(
                map("id", id),
                map(
                        "before",
                        before,
                        "after",
                        after,
                        "updateDescription",
                        null,
                        "source",
                        map("db", "shop", "collection", "orders", "rs", "rs0"),
                        "op",
                        op));
    }

    @Test
    void aDocumentIsOneColumnBesideItsId() {
        Landing landing = new Landing(Map.of());
        landing.put(event(ID, "c", null, "{\"_id\": " + ID + ", \"qty\": 2}"));
        landing.put(event(ID, "u", null, "{\"_id\": " + ID + ", \"qty\": 3}"));
        assertThat(landing.only().columns()).isEqualTo("_id STRING NOT NULL\ndocument STRING\n");
        assertThat(landing.only().rows()).containsExactly("+I[" + OID + ", {\"_id\": " + ID + ", \"qty\": 3}]");
        landing.put(event(ID, "d", null, null));
        assertThat(landing.only().kinds()).containsExactly("+I", "+U", "-D");
        assertThat(landing.only().rows()).isEmpty();
    }

    @Test
    void theTombstoneAfterADeleteSaysNothingNewAndOneByItselfDeletes() {
        Landing landing = new Landing(Map.of());
        landing.put(event(ID, "c", null, "{\"_id\": " + ID + "}"));
        landing.put(event(ID, "d", "{\"_id\": " + ID + "}", null));
        landing.put(records.schemaless(map("id", ID), null));
        assertThat(landing.others()).singleElement().isInstanceOf(ChangeEvent.Tombstone.class);
        landing.put(event(ID, "r", null, "{\"_id\": " + ID + "}"));
        landing.put(records.schemaless(map("id", ID), null));
        assertThat(landing.only().kinds()).containsExactly("+I", "-D", "+I", "-D");
    }

    @Test
    void envelopesWithSchemaAreTheSame() {
        Schema source = SchemaBuilder.struct()
                .field("db", Schema.STRING_SCHEMA)
                .field("collection", Schema.STRING_SCHEMA)
                .build();
        Schema json =
                SchemaBuilder.string().name("io.debezium.data.Json").optional().build();
        Schema envelope = SchemaBuilder.struct()
                .field("before", json)
                .field("after", json)
                .field("source", source)
                .field("op", Schema.OPTIONAL_STRING_SCHEMA)
                .build();
        Schema key = SchemaBuilder.struct().field("id", Schema.STRING_SCHEMA).build();
        SinkRecord record = records.structs(
                new Struct(key).put("id", "1004"),
                new Struct(envelope)
                        .put("after", "{\"_id\": {\"$numberLong\": \"1004\"}, \"a\": 1}")
                        .put("source", new Struct(source).put("db", "shop").put("collection", "orders"))
                        .put("op", "r"));
        Landing landing = new Landing(Map.of("table.format", "${source.db}.${source.table}"));
        landing.put(record);
        assertThat(landing.tables()).containsExactly("shop.orders");
        assertThat(landing.only().last("_id")).isEqualTo("\"1004\"");
    }

    @Test
    void theFirstLevelMayBecomeColumns() {
        Landing landing = new Landing(Map.of("mongodb.layout", "columns"));
        landing.put(event("\"k\"", "c", null, """
                {"_id": "k", "n": {"$numberInt": "5"}, "l": {"$numberLong": "9223372036854775807"}, "f": 1.5, "i": 7,
                 "d": {"$numberDecimal": "12.340"}, "at": {"$date": 1700000000123}, "b": {"$binary": {"base64": "AAE=", "subType": "00"}},
                 "o": {"x": [1, 2.50]}, "a": ["u", null], "ok": true, "none": null, "ref": {"$oid": "65f1"}}"""));
        assertThat(landing.only().columns()).isEqualTo("""
                _id STRING NOT NULL
                n BIGINT
                l BIGINT
                f DOUBLE
                i BIGINT
                d DECIMAL(20, 2)
                at TIMESTAMP(3)
                b BYTES
                o STRING
                a STRING
                ok BOOLEAN
                ref STRING
                """);
        assertThat(landing.only().rows())
                .containsExactly("+I[k, 5, 9223372036854775807, 1.5, 7, 12.34, 2023-11-14T22:13:20.123, [0, 1],"
                        + " {\"x\":[1,2.50]}, [\"u\",null], true, 65f1]");
        landing.put(event("\"k\"", "u", null, "{\"_id\": \"k\", \"none\": \"now\"}"));
        assertThat(landing.only().last("none")).isEqualTo("\"now\"");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"$oid": "65f1"}                    | 65f1
            1004                                | 1004
            {"$numberLong": "1004"}             | 1004
            {"$numberInt": "4"}                 | 4
            "a text"                            | a text
            plain                               | plain
            {"a": 1, "b": {"$oid": "65f1"}}     | {"a":1,"b":{"$oid":"65f1"}}
            1.5                                 | 1.5
            {"$uuid": "0-1"}                    | 0-1
            {"$oid": 7}                         | {"$oid":7}
            """)
    void anIdIsAText(String json, String id) {
        assertThat(MongoDocument.idOf(json)).isEqualTo(id);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"$date": "2023-11-14T22:13:20.5Z"}         | 2023-11-14T22:13:20.500
            {"$date": "2023-11-14T22:13:20.5+02:00"}    | 2023-11-14T20:13:20.500
            {"$date": {"$numberLong": "-1"}}            | 1969-12-31T23:59:59.999
            {"$numberDouble": "NaN"}                    | NaN
            {"$numberDouble": "-Infinity"}              | -Infinity
            {"$numberDecimal": "Infinity"}              | Infinity
            {"$binary": "AAE=", "$type": "00"}          | [0, 1]
            {"$regularExpression": {"pattern": "a", "options": ""}} | "{"$regularExpression":{"pattern":"a","options":""}}"
            {"$timestamp": {"t": 1, "i": 2}}            | "{"$timestamp":{"t":1,"i":2}}"
            {"$minKey": 1}                              | "{"$minKey":1}"
            """)
    void wrappedValues(String json, String value) {
        Landing landing = new Landing(Map.of("mongodb.layout", "columns"));
        landing.put(event("1", "c", null, "{\"_id\": 1, \"v\": " + json + "}"));
        assertThat(landing.only().last("v")).isEqualTo(value);
    }

    @Test
    void whatIsDamagedIsNamed() {
        EventDecoder decoder =
                new EventDecoder(TestSettings.of(Map.of("cdc.format", "mongodb", "mongodb.layout", "columns"))
                        .events());
        Map<SinkRecord, String> damaged = Map.of(
                event(ID, "u", null, null),
                        "field after: it is null in an event with op u, expected the whole document: set",
                event(ID, "c", null, "{\"_id\": 1"),
                        "field after: it is not a document as a text of JSON: damaged at line 1",
                event(ID, "c", null, "[1]"), "field after: it is not a document as a text of JSON: it is no object",
                event(ID, "c", null, "{\"_id\": 1, \"n\": {\"$numberLong\": \"x\"}}"),
                        "field after: in n, found a $numberLong whose value is not one",
                event(ID, "x", null, "{}"), "field op: unknown operation 'x', expected one of c, r, u, d",
                records.schemaless(map("id", ID), map("op", "c", "after", map("a", 1))),
                        "field after: found a map, expected a document as a text of JSON",
                records.schemaless(map("id", ID), map("op", 3)),
                        "field op: found an integer, expected one of the texts",
                records.schemaless(null, 3), "the value is an integer, expected a Debezium envelope of MongoDB");
        damaged.forEach((record, message) -> assertThatThrownBy(() -> decoder.decode(record))
                .isInstanceOf(BadRecordException.class)
                .hasMessageContaining(message));
    }
}
