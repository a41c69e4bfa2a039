package dev.varve.connect.fuzz;

import static dev.varve.connect.testing.Records.map;

import dev.varve.connect.testing.Records;
import java.util.List;
import java.util.Map;

/** A few sound documents of every form of change event. */
final class FormDocuments {
    static final List<Map<String, Object>> ALL = List.of(
            Records.envelope("c", null, map("id", 1L, "qty", 2L, "name", "pen")),
            Records.envelope("u", map("id", 1L, "qty", 2L), map("id", 1L, "qty", 3.5, "tags", List.of("a", "b"))),
            Records.envelope("u", map("id", 1L), map("id", 2L, "at", "2026-01-01T00:00:00Z")),
            Records.envelope("c", null, map("id", 1L, "deep", map("x", List.of(map("y", 1L))))),
            Records.envelope("d", map("id", 1L), null),
            Records.envelope("t", null, null),
            map("op", "m", "source", map("db", "d"), "message", map("prefix", "p", "content", "c")),
            map("id", 1L, "qty", 2L),
            map("id", 2L, "qty", 2.5, "name", "ink", "ok", true),
            map("id", 1L, "qty", 2L, "__op", "u", "__deleted", "false", "__source_ts_ms", 1L, "__table", "t"),
            map("id", 1L, "__op", "d", "__deleted", "true"),
            map(
                    "before",
                    null,
                    "after",
                    "{\"_id\": {\"$oid\": \"65f1\"}, \"n\": {\"$numberLong\": \"5\"}, \"at\": {\"$date\": 5}}",
                    "updateDescription",
                    map("removedFields", null, "updatedFields", "{\"n\": 5}"),
                    "source",
                    map("db", "d", "collection", "c"),
                    "op",
                    "u"),
            map(
                    "database",
                    "d",
                    "table",
                    "t",
                    "type",
                    "update",
                    "ts",
                    1L,
                    "data",
                    map("id", 1L, "at", "2026-01-01 00:00:00"),
                    "old",
                    map("at", null),
                    "primary_key_columns",
                    List.of("id")),
            map(
                    "database",
                    "d",
                    "table",
                    "t",
                    "type",
                    "UPDATE",
                    "isDdl",
                    false,
                    "data",
                    List.of(map("id", "1", "b", "x"), map("id", "2", "b", null)),
                    "old",
                    List.of(map("b", "y"), map("id", "3")),
                    "pkNames",
                    List.of("id"),
                    "mysqlType",
                    map("id", "bigint(20) unsigned", "b", "blob")),
            map("status", "END", "id", "1", "event_count", 2L, "data_collections", List.of(map("a", 1L))),
            map("ts_ms", 1L),
            map("ddl", "x", "databaseName", "d", "source", map()));

    private FormDocuments() {}
}
