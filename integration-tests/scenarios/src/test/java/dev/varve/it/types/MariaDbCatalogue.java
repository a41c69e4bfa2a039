package dev.varve.it.types;

import static dev.varve.it.types.SourceColumn.of;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** The tables of a MariaDB, and the ways in which the source connector reads them. */
final class MariaDbCatalogue {
    /** The source's snapshot reads six digits of a float; as changes all come right. */
    private static final SourceTable NUMBERS = SourceTable.withId(
            "numbers",
            MariaDbColumns.ID,
            MariaDbColumns.NUMBERS,
            "insert into %s (id, c_float) values (2001, 3.402823466385288e38), (2002, -3.402823466385288e38),"
                    + " (2003, 1.17549435e-38), (2004, 16777216)");

    private static final SourceTable TEXTS = SourceTable.withId("texts", MariaDbColumns.ID, MariaDbColumns.TEXTS);

    /** The source's snapshot misreads moments of days that the Gregorian reform left out; as changes they come right. */
    private static final SourceTable TIMES = SourceTable.withId(
            "times",
            MariaDbColumns.ID,
            MariaDbColumns.TIMES,
            "insert into %s (id, c_datetime, c_datetime6)"
                    + " values (2001, '1582-10-10 12:00:00', '1582-10-10 12:00:00.123456')");

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

    /** As Debezium's connector for MariaDB reads it. */
    static final Catalogue MARIADB = catalogue("MariaDB", NUMBERS, TEXTS, TIMES, OWN, GEOMETRIES);

    /** As Debezium's connector for MySQL reads it, which knows none of MariaDB's own types. */
    static final Catalogue MYSQL = catalogue("MySQL", NUMBERS, TEXTS, TIMES, GEOMETRIES);

    private MariaDbCatalogue() {}

    private static Catalogue catalogue(String name, SourceTable... documented) {
        List<SourceTable> everyType = new ArrayList<>(List.of(documented));
        everyType.add(OVERRIDDEN);
        everyType.addAll(CHANGED);
        return new Catalogue(
                name,
                MariaDbDatabase.PRELUDE,
                List.of(
                        new Catalogue.Reading(
                                SourceMode.json(
                                        "json", YEARS_AS_THEY_ARE, "false", "bigint.unsigned.handling.mode", "precise"),
                                everyType),
                        new Catalogue.Reading(
                                SourceMode.avro(
                                        "avro", YEARS_AS_THEY_ARE, "false", "bigint.unsigned.handling.mode", "long"),
                                everyType),
                        moderate("micro", "microseconds", "precise", "long", "base64"),
                        moderate("nano", "nanoseconds", "double", "precise", "hex"),
                        moderate("iso", "isostring", "string", "precise", "base64-url-safe"),
                        moderate("connect", "connect", "precise", "precise", "bytes")),
                Arrays.stream(documented).map(SourceTable::name).toList(),
                MariaDbColumns.WORDS,
                SINK_SETTINGS);
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
