package dev.varve.it.types;

import static dev.varve.it.types.SourceColumn.of;

import java.util.List;
import java.util.Map;

/** The tables of a MariaDB, and the ways in which the source connector reads them. */
final class MariaDbCatalogue {
    private static final SourceTable NUMBERS = SourceTable.withId("numbers", MariaDbColumns.ID, MariaDbColumns.NUMBERS);
    private static final SourceTable TEXTS = SourceTable.withId("texts", MariaDbColumns.ID, MariaDbColumns.TEXTS);
    private static final SourceTable TIMES = SourceTable.withId(
            "times", MariaDbColumns.ID, MariaDbColumns.TIMES, "insert into %s (id, c_year) values (2001, 0)");
    private static final SourceTable OWN = SourceTable.withId("own", MariaDbColumns.ID, MariaDbColumns.OWN);
    private static final SourceTable GEOMETRIES =
            SourceTable.withId("geometries", MariaDbColumns.ID, MariaDbColumns.GEOMETRIES);
    private static final SourceTable MODERATE =
            SourceTable.withId("moderate", MariaDbColumns.ID, MariaDbColumns.MODERATE);

    /** Times that the sink makes texts. */
    private static final SourceTable OVERRIDDEN = SourceTable.withId(
            "overridden",
            MariaDbColumns.ID,
            List.of(
                    of("c_time", "time", MariaDbFamily.TIME, "", "'-838:59:59'", "'838:59:59'", "'00:00:00'"),
                    of("c_time6", "time(6)", MariaDbFamily.TIME, "", "'-00:00:00.000001'", "'24:00:00.5'")));

    /** Changes of every kind, with keys of several columns and without a key. */
    private static final List<SourceTable> CHANGED = List.of(
            new SourceTable(
                    "composite_key",
                    List.of(
                            of("a", "int unsigned", MariaDbFamily.INTEGER, "", "4294967295", "1", "2"),
                            of("b", "varchar(20)", MariaDbFamily.TEXT, "", "''", "'\ud83d\ude00'", "'x'"),
                            of("v", "text", MariaDbFamily.TEXT, "", "'one'", "'two'", "'three'")),
                    List.of("b", "a"),
                    true,
                    List.of(
                            "update %s set v = concat(v, '!')",
                            "delete from %s where b = ''", "update %s set a = 3 where b = 'x'")),
            new SourceTable(
                    "time_key",
                    List.of(
                            of("d", "date", MariaDbFamily.DATE, "", "'1000-01-01'", "'2024-02-29'"),
                            of(
                                    "t",
                                    "timestamp(6)",
                                    MariaDbFamily.TIMESTAMP,
                                    "",
                                    "'1970-01-01 00:00:00.000001'",
                                    "'2024-02-29 12:00:00'"),
                            of("n", "decimal(10, 2)", MariaDbFamily.DECIMAL, "", "-0.01", "99999999.99"),
                            of("e", "enum('x', 'y')", MariaDbFamily.TEXT, "", "'x'", "'y'"),
                            of("v", "text", MariaDbFamily.TEXT, "", "'one'", "'two'")),
                    List.of("d", "t", "n", "e"),
                    true,
                    List.of(
                            "update %s set v = concat(v, '!'), t = t",
                            "update %s set n = n - 1, t = t where v = 'two!'")),
            new SourceTable(
                    "binary_key",
                    List.of(
                            of("k", "binary(4)", MariaDbFamily.BYTES, "", "x'00000000'", "x'01020000'", "x'ffffffff'"),
                            of("v", "varchar(20)", MariaDbFamily.TEXT, "", "'one'", "'two'", "null")),
                    List.of("k"),
                    true,
                    List.of("update %s set v = concat(coalesce(v, ''), '!')", "delete from %s where v = 'two!'")),
            new SourceTable(
                    "no_key",
                    List.of(
                            of("a", "int", MariaDbFamily.INTEGER, "", "1", "1", "2"),
                            of("b", "varchar(20)", MariaDbFamily.TEXT, "", "'x'", "'y'", "'z'"),
                            of("v", "text", MariaDbFamily.TEXT, "", "'one'", "'two'", "null")),
                    List.of("a", "b"),
                    false,
                    List.of("update %s set v = 'new' where b = 'x'", "delete from %s where b = 'y'")),
            new SourceTable(
                    "generated",
                    List.of(
                            of("n", "int", MariaDbFamily.INTEGER, "", "1", "2"),
                            of("a", "int", MariaDbFamily.INTEGER, "", "10", "20"),
                            of("twice", "int generated always as (a * 2) stored", MariaDbFamily.INTEGER, ""),
                            of("thrice", "int generated always as (a * 3) virtual", MariaDbFamily.INTEGER, "")),
                    List.of("n"),
                    true,
                    List.of("update %s set a = 30 where n = 1", "insert into %s (n, a) values (3, 3)")));

    private static final Map<String, String> SINK_SETTINGS = Map.of(
            "tables.no_key.primary-key", "a,b",
            "tables.overridden.types.c_time", "STRING",
            "tables.overridden.types.c_time6", "STRING");

    /** Without it the source takes the years 0 to 99 for those since 1970. */
    private static final String YEARS_AS_THEY_ARE = "enable.time.adjuster";

    static final Catalogue ALL = new Catalogue(
            "MariaDB",
            MariaDbDatabase.PRELUDE,
            List.of(
                    new Catalogue.Reading(SourceMode.json("json", YEARS_AS_THEY_ARE, "false"), everyType()),
                    new Catalogue.Reading(
                            SourceMode.avro(
                                    "avro", YEARS_AS_THEY_ARE, "false", "bigint.unsigned.handling.mode", "precise"),
                            everyType()),
                    moderate("micro", "microseconds", "precise", "long", "base64"),
                    moderate("nano", "nanoseconds", "double", "precise", "hex"),
                    moderate("iso", "isostring", "string", "precise", "base64-url-safe"),
                    moderate("connect", "connect", "precise", "precise", "bytes")),
            List.of("numbers", "texts", "times", "own", "geometries"),
            MariaDbColumns.WORDS,
            SINK_SETTINGS);

    private MariaDbCatalogue() {}

    private static List<SourceTable> everyType() {
        List<SourceTable> all = new java.util.ArrayList<>(List.of(NUMBERS, TEXTS, TIMES, OWN, GEOMETRIES, OVERRIDDEN));
        all.addAll(CHANGED);
        return all;
    }

    private static Catalogue.Reading moderate(
            String name, String times, String decimals, String unsigned, String binary) {
        return new Catalogue.Reading(
                SourceMode.json(
                        name,
                        "time.precision.mode",
                        times,
                        "decimal.handling.mode",
                        decimals,
                        "bigint.unsigned.handling.mode",
                        unsigned,
                        "binary.handling.mode",
                        binary),
                List.of(MODERATE));
    }
}
