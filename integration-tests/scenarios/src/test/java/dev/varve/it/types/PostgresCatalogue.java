package dev.varve.it.types;

import static dev.varve.it.types.SourceColumn.of;

import java.util.List;
import java.util.Map;

/** The tables of a PostgreSQL, and the ways in which the source connector reads them. */
final class PostgresCatalogue {
    /** Of every type; read as JSON and as Avro. */
    private static final List<SourceTable> EVERY_TYPE = List.of(
            SourceTable.withId("numbers", PostgresColumns.ID, PostgresColumns.NUMBERS),
            SourceTable.withId("texts", PostgresColumns.ID, PostgresColumns.TEXTS),
            SourceTable.withId("times", PostgresColumns.ID, PostgresColumns.TIMES),
            SourceTable.withId("ranges", PostgresColumns.ID, PostgresColumns.RANGES),
            SourceTable.withId("arrays", PostgresColumns.ID, PostgresColumns.ARRAYS),
            SourceTable.withId("others", PostgresColumns.ID, PostgresColumns.OTHERS),
            // The source's snapshot misreads such dates; as changes they come right.
            SourceTable.withId(
                    "old_dates",
                    PostgresColumns.ID,
                    List.of(of("c_date", "date", PostgresFamily.DATE, "")),
                    "insert into %s values (11, '4713-01-01 BC'), (12, '4714-11-24 BC'), (13, '1582-10-10'), (14, '0001-12-31 BC')"),
            // Columns that the sink makes with another type, since values come that the usual one cannot hold.
            SourceTable.withId(
                    "overridden",
                    PostgresColumns.ID,
                    List.of(
                            of("c_date", "date", PostgresFamily.DATE, "", "'infinity'", "'-infinity'", "'2024-02-29'"),
                            of(
                                    "c_timestamp",
                                    "timestamp",
                                    PostgresFamily.TIMESTAMP,
                                    "",
                                    "'infinity'",
                                    "'-infinity'",
                                    "'2024-02-29 12:00'"),
                            of(
                                    "c_timestamptz",
                                    "timestamptz",
                                    PostgresFamily.INSTANT,
                                    "",
                                    "'infinity'",
                                    "'-infinity'",
                                    "'2024-02-29 12:00+00'"),
                            of("c_time3", "time(3)", PostgresFamily.TIME, "", "'24:00'", "'12:34:56.7'"),
                            of("c_time", "time", PostgresFamily.TIME, "", "'24:00'", "'12:34:56.789'"),
                            of(
                                    "c_numeric",
                                    "numeric",
                                    PostgresFamily.NUMERIC,
                                    "",
                                    "'" + "9".repeat(60) + ".5'",
                                    "'12.5'",
                                    "'-1e-60'"))),
            // Large values, which an update does not send again.
            new SourceTable(
                    "large",
                    List.of(
                            of("n", "integer", PostgresFamily.INTEGER, "", "1", "2", "3"),
                            of("small", "integer", PostgresFamily.INTEGER, "", "1", "2", "3"),
                            of(
                                    "c_text",
                                    "text",
                                    PostgresFamily.TEXT,
                                    "",
                                    "repeat('x', 10485760)",
                                    "repeat('\ud83d\ude00', 2500000)",
                                    "(select string_agg(md5(i::text), '') from generate_series(1, 400) i)"),
                            of(
                                    "c_bytea",
                                    "bytea",
                                    PostgresFamily.BYTES,
                                    "",
                                    "(select decode(string_agg(md5(i::text), ''), 'hex') from generate_series(1, 800) i)"),
                            of(
                                    "c_json",
                                    "jsonb",
                                    PostgresFamily.TEXT,
                                    "",
                                    "(select jsonb_agg(md5(i::text)) from generate_series(1, 400) i)"),
                            of(
                                    "c_list",
                                    "text[]",
                                    PostgresFamily.TEXTS,
                                    "",
                                    "(select array_agg(md5(i::text)) from generate_series(1, 400) i)"),
                            of(
                                    "c_numbers",
                                    "integer[]",
                                    PostgresFamily.INTEGERS,
                                    "",
                                    "(select array_agg(hashint4(i)) from generate_series(1, 4000) i)")),
                    List.of("n"),
                    true,
                    List.of(
                            "insert into %s (n, small, c_text) values (4, 4, repeat('y', 10485760))",
                            "update %s set small = small + 10")),
            new SourceTable(
                    "generated",
                    List.of(
                            of("n", "integer", PostgresFamily.INTEGER, "", "1", "2"),
                            of("a", "integer", PostgresFamily.INTEGER, "", "10", "20"),
                            of("twice", "integer generated always as (a * 2) stored", PostgresFamily.GENERATED, "")),
                    List.of("n"),
                    true,
                    List.of("update %s set a = 30 where n = 1", "insert into %s (n, a) values (3, 3)")),
            new SourceTable(
                    "composite_key",
                    List.of(
                            of("a", "integer", PostgresFamily.INTEGER, "", "1", "1", "2"),
                            of("b", "text", PostgresFamily.TEXT, "", "''", "'\ud83d\ude00'", "'x'"),
                            of("v", "text", PostgresFamily.TEXT, "", "'one'", "'two'", "'three'")),
                    List.of("b", "a"),
                    true,
                    List.of(
                            "update %s set v = v || '!'",
                            "delete from %s where b = ''", "update %s set a = 3 where b = 'x'")),
            new SourceTable(
                    "uuid_key",
                    List.of(
                            of(
                                    "u",
                                    "uuid",
                                    PostgresFamily.TEXT,
                                    "",
                                    "'11111111-2222-3333-4444-555555555555'",
                                    "'00000000-0000-0000-0000-000000000000'",
                                    "'ffffffff-ffff-ffff-ffff-ffffffffffff'"),
                            of("v", "text", PostgresFamily.TEXT, "", "'one'", "'two'", "null")),
                    List.of("u"),
                    true,
                    List.of("update %s set v = coalesce(v, '') || '!'", "delete from %s where v = 'one!'")),
            new SourceTable(
                    "time_key",
                    List.of(
                            of("d", "date", PostgresFamily.DATE, "", "'0001-01-01'", "'2024-02-29'"),
                            of(
                                    "t",
                                    "timestamptz",
                                    PostgresFamily.INSTANT,
                                    "",
                                    "'1969-12-31 23:59:59.999999+00'",
                                    "'2024-02-29 12:00+02'"),
                            of("n", "numeric(10, 2)", PostgresFamily.NUMERIC, "", "-0.01", "99999999.99"),
                            of("v", "text", PostgresFamily.TEXT, "", "'one'", "'two'")),
                    List.of("d", "t", "n"),
                    true,
                    List.of("update %s set v = v || '!'", "update %s set n = n - 1 where v = 'two!'")),
            new SourceTable(
                    "no_key",
                    List.of(
                            of("a", "integer", PostgresFamily.INTEGER, "", "1", "1", "2"),
                            of("b", "text", PostgresFamily.TEXT, "", "'x'", "'y'", "'z'"),
                            of("v", "text", PostgresFamily.TEXT, "", "'one'", "'two'", "null")),
                    List.of("a", "b"),
                    false,
                    List.of("update %s set v = 'new' where b = 'x'", "delete from %s where b = 'y'")));

    /** Of types that the source can write in several ways. */
    private static final SourceTable MODERATE =
            SourceTable.withId("moderate", PostgresColumns.ID, PostgresColumns.MODERATE);

    private static final List<SourceMode> MODES = List.of(
            SourceMode.json("json"),
            SourceMode.avro("avro", "interval.handling.mode", "string", "hstore.handling.mode", "map"),
            SourceMode.json("micro", "time.precision.mode", "microseconds", "decimal.handling.mode", "precise"),
            SourceMode.json("nano", "time.precision.mode", "nanoseconds", "decimal.handling.mode", "double"),
            SourceMode.json("iso", "time.precision.mode", "isostring", "decimal.handling.mode", "string"),
            SourceMode.json("connect", "time.precision.mode", "connect", "decimal.handling.mode", "precise"));

    private static final Map<String, String> SINK_SETTINGS = Map.of(
            "tables.no_key.primary-key", "a,b",
            "tables.overridden.types.c_date", "STRING",
            "tables.overridden.types.c_timestamp", "STRING",
            "tables.overridden.types.c_timestamptz", "STRING",
            "tables.overridden.types.c_time3", "STRING",
            "tables.overridden.types.c_time", "STRING",
            "tables.overridden.types.c_numeric", "STRING");

    static final Catalogue ALL = new Catalogue(
            "PostgreSQL",
            PostgresColumns.PRELUDE,
            MODES.stream()
                    .map(mode -> new Catalogue.Reading(mode, readIn(mode)))
                    .toList(),
            List.of("numbers", "texts", "times", "ranges", "arrays", "others"),
            PostgresColumns.WORDS,
            SINK_SETTINGS);

    private PostgresCatalogue() {}

    private static List<SourceTable> readIn(SourceMode mode) {
        return mode.settings().containsKey("time.precision.mode") ? List.of(MODERATE) : EVERY_TYPE;
    }
}
