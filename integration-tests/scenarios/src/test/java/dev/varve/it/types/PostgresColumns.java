package dev.varve.it.types;

import static dev.varve.it.types.SourceColumn.of;

import java.util.List;
import java.util.Map;

/** The catalogue: every type of PostgreSQL, with the values at which copies break. */
final class PostgresColumns {
    private static final String ALL = "every value";
    private static final String UNKNOWN =
            "its printed form, with the source's `include.unknown.datatypes=true`; else the source leaves the column out";

    private PostgresColumns() {}

    static final SourceColumn ID = of("id", "integer", PostgresFamily.INTEGER, "");

    /** Types that {@link #PRELUDE} makes. */
    static final Map<String, String> WORDS = Map.of(
            "amount", "a domain of numeric(12, 3)", "mood", "an enum", "mood[]", "enum[]", "pair", "a composite type");

    /** What must stand before tables of these columns can be made. */
    static final List<String> PRELUDE = List.of(
            "create schema typed",
            "create extension hstore",
            "create extension citext",
            "create extension ltree",
            "create type mood as enum ('low', 'mid', 'high')",
            "create type pair as (a integer, b text)",
            "create domain amount as numeric(12, 3)");

    static final List<SourceColumn> NUMBERS = List.of(
            of("c_smallint", "smallint", PostgresFamily.INTEGER, ALL, "-32768", "32767", "0"),
            of("c_integer", "integer", PostgresFamily.INTEGER, ALL, "-2147483648", "2147483647", "0"),
            of("c_bigint", "bigint", PostgresFamily.INTEGER, ALL, "-9223372036854775808", "9223372036854775807", "0"),
            of("c_oid", "oid", PostgresFamily.INTEGER, ALL, "0", "4294967295"),
            of(
                    "c_real",
                    "real",
                    PostgresFamily.FLOATING,
                    "every value; `NaN` and infinities only with Avro",
                    "'-3.4028235e38'",
                    "'3.4028235e38'",
                    "'1.4e-45'",
                    "'0.1'",
                    "0",
                    "'NaN'",
                    "'Infinity'",
                    "'-Infinity'"),
            of(
                    "c_double",
                    "double precision",
                    PostgresFamily.FLOATING,
                    "every value; `NaN` and infinities only with Avro",
                    "'-1.7976931348623157e308'",
                    "'1.7976931348623157e308'",
                    "'4.9e-324'",
                    "'0.1'",
                    "0",
                    "'NaN'",
                    "'Infinity'",
                    "'-Infinity'"),
            of(
                    "c_numeric_10_2",
                    "numeric(10, 2)",
                    PostgresFamily.NUMERIC,
                    "every value; the source sends `NaN` as null",
                    "-99999999.99",
                    "99999999.99",
                    "0.01",
                    "0",
                    "'NaN'"),
            of(
                    "c_numeric_5",
                    "numeric(5)",
                    PostgresFamily.NUMERIC,
                    "every value; the source sends `NaN` as null",
                    "-99999",
                    "99999"),
            of(
                    "c_numeric_38",
                    "numeric(38, 0)",
                    PostgresFamily.NUMERIC,
                    "every value; the source sends `NaN` as null",
                    "-" + "9".repeat(38),
                    "9".repeat(38),
                    "0"),
            of(
                    "c_numeric_38_38",
                    "numeric(38, 38)",
                    PostgresFamily.NUMERIC,
                    "every value; the source sends `NaN` as null",
                    "-0." + "9".repeat(38),
                    "1e-38",
                    "0"),
            of(
                    "c_numeric_50_10",
                    "numeric(50, 10)",
                    PostgresFamily.NUMERIC,
                    "every value, as text: it has more than 38 digits",
                    "-" + "9".repeat(40) + ".9999999999",
                    "0.0000000001",
                    "0"),
            of(
                    "c_numeric_up",
                    "numeric(5, -2)",
                    PostgresFamily.NUMERIC,
                    "every value; the source sends `NaN` as null",
                    "-9999900",
                    "100",
                    "0"),
            of(
                    "c_numeric",
                    "numeric",
                    PostgresFamily.NUMERIC,
                    "every value of up to 38 digits that the column, which grows, can hold together; the source sends no zeros at"
                            + " the end and `NaN` as null; set STRING for more",
                    "3.14159265358979",
                    "-100000000000000000000",
                    "1e-10",
                    "0",
                    "'NaN'"),
            of(
                    "c_money",
                    "money",
                    PostgresFamily.MONEY,
                    ALL,
                    "'-92233720368547758.08'",
                    "'92233720368547758.07'",
                    "0::money"),
            of("c_domain", "amount", PostgresFamily.NUMERIC, "as its base type", "-999999999.999", "0.001"));

    static final List<SourceColumn> TEXTS = List.of(
            of("c_boolean", "boolean", PostgresFamily.BOOLEAN, ALL, "true", "false"),
            of("c_char", "char(5)", PostgresFamily.TEXT, "every value, padded", "'ab'", "''", "'\u00e9\ud83d\ude00'"),
            of(
                    "c_varchar",
                    "varchar(20)",
                    PostgresFamily.TEXT,
                    ALL,
                    "''",
                    "'varchar'",
                    "'\ud83d\ude00\ud83c\udffd h\u00e9llo'"),
            of(
                    "c_text",
                    "text",
                    PostgresFamily.TEXT,
                    ALL,
                    "''",
                    "'a''b\"c\\d'",
                    "E'tab\\tline\\r\\nend '",
                    "'null'",
                    "'\ud834\udd1e \ud83d\udc69\u200d\ud83d\udc67'"),
            of("c_name", "name", PostgresFamily.TEXT, ALL, "'pg'"),
            of("c_citext", "citext", PostgresFamily.TEXT, ALL, "'MiXed'"),
            of("c_bytea", "bytea", PostgresFamily.BYTES, ALL, "'\\x'", "'\\x00ff107f80'"),
            of(
                    "c_uuid",
                    "uuid",
                    PostgresFamily.TEXT,
                    ALL,
                    "'00000000-0000-0000-0000-000000000000'",
                    "'ffffffff-ffff-ffff-ffff-ffffffffffff'"),
            of("c_json", "json", PostgresFamily.TEXT, "the text", "'{\"a\" : [1,2.50 ,\"\u00e9\"]}'", "'null'", "'{}'"),
            of(
                    "c_jsonb",
                    "jsonb",
                    PostgresFamily.TEXT,
                    "the text, as the database writes it",
                    "'{\"b\": [1, 2.50], \"a\": null}'",
                    "'[]'",
                    "'\"x\"'"),
            of("c_xml", "xml", PostgresFamily.TEXT, "the text", "'<r a=\"1\"><x>1</x></r>'", "'<a/>'"),
            of("c_enum", "mood", PostgresFamily.TEXT, ALL, "'low'", "'high'"),
            of("c_inet", "inet", PostgresFamily.TEXT, ALL, "'192.0.2.1'", "'192.0.2.0/24'", "'::1'", "'2001:db8::/32'"),
            of("c_cidr", "cidr", PostgresFamily.TEXT, ALL, "'192.0.2.0/24'", "'::/0'"),
            of("c_macaddr", "macaddr", PostgresFamily.TEXT, ALL, "'08:00:2b:01:02:03'"),
            of("c_macaddr8", "macaddr8", PostgresFamily.TEXT, ALL, "'08:00:2b:01:02:03:04:05'"),
            of("c_bit1", "bit(1)", PostgresFamily.BITS, ALL, "B'1'", "B'0'"),
            of(
                    "c_bit10",
                    "bit(10)",
                    PostgresFamily.BITS,
                    "every value; the least significant byte first, bytes of zeros at the end left out",
                    "B'1000000001'",
                    "B'0000000000'"),
            of(
                    "c_varbit",
                    "bit varying(16)",
                    PostgresFamily.BITS,
                    "the bits, in whole bytes, the least significant byte first; not how many they were",
                    "B'1'",
                    "B'1010101010101010'"),
            of("c_ltree", "ltree", PostgresFamily.TEXT, ALL, "'top.science.astronomy'", "''"),
            of("c_tsvector", "tsvector", PostgresFamily.TEXT, ALL, "'a fat cat'::tsvector"),
            of(
                    "c_hstore",
                    "hstore",
                    PostgresFamily.HSTORE,
                    "every value: JSON, or MAP with `hstore.handling.mode=map`",
                    "'a=>1, b=>NULL'",
                    "''",
                    "'k=>\"q\\\"\u00e9\"'"));

    static final List<SourceColumn> TIMES = List.of(
            of(
                    "c_date",
                    "date",
                    PostgresFamily.DATE,
                    "every finite value, but the source's snapshot misreads dates before 1582-10-15 (calendar) and BC (era); infinities follow"
                            + " `infinite.time.policy`, and fit STRING",
                    "'0001-01-01'",
                    "'1582-10-15'",
                    "'1969-12-31'",
                    "'9999-12-31'",
                    "'5874897-12-31'"),
            of(
                    "c_time",
                    "time",
                    PostgresFamily.TIME,
                    "every value, as microseconds",
                    "'00:00'",
                    "'23:59:59.999999'",
                    "'24:00'"),
            of(
                    "c_time3",
                    "time(3)",
                    PostgresFamily.TIME,
                    "every value but `24:00`, which fits STRING",
                    "'00:00'",
                    "'23:59:59.999'"),
            of(
                    "c_timetz",
                    "timetz",
                    PostgresFamily.ZONED_TIME,
                    "the time in UTC; the source does not send the offset",
                    "'12:34:56.123456+02'",
                    "'00:00:00Z'"),
            of(
                    "c_timestamp",
                    "timestamp",
                    PostgresFamily.TIMESTAMP,
                    "every finite value up to year 294246; infinities follow `infinite.time.policy`, and fit STRING",
                    "'4713-01-01 00:00:00 BC'",
                    "'0001-01-01 00:00:00.000001'",
                    "'1582-10-10 12:00'",
                    "'1969-12-31 23:59:59.999999'",
                    "'9999-12-31 23:59:59.999999'",
                    "'294246-12-31 23:59:59.999999'"),
            of(
                    "c_timestamp3",
                    "timestamp(3)",
                    PostgresFamily.TIMESTAMP,
                    "as timestamp",
                    "'4713-01-01 00:00:00 BC'",
                    "'1969-12-31 23:59:59.999'",
                    "'9999-12-31 23:59:59.999'"),
            of(
                    "c_timestamptz",
                    "timestamptz",
                    PostgresFamily.INSTANT,
                    "every finite value up to year 294246; infinities follow `infinite.time.policy`, and fit STRING",
                    "'4713-01-01 00:00:00+00 BC'",
                    "'0001-01-01 00:00:00.000001+00'",
                    "'1582-10-10 12:00+02'",
                    "'1969-12-31 23:59:59.999999+00'",
                    "'9999-12-31 23:59:59.999999+00'",
                    "'294246-12-31 23:59:59.999999+00'"),
            of(
                    "c_interval",
                    "interval",
                    PostgresFamily.INTERVAL,
                    "every value with `interval.handling.mode=string`; else the source sends microseconds and counts 30.4375 days a month",
                    "'1 year 2 mons 3 days 04:05:06.5'",
                    "'-1 mons -1 days -00:00:00.000001'",
                    "'0'"));

    static final List<SourceColumn> RANGES = List.of(
            of("c_int4range", "int4range", PostgresFamily.TEXT, ALL, "'[1,10)'", "'empty'", "'(,)'"),
            of("c_int8range", "int8range", PostgresFamily.TEXT, ALL, "'[1,9223372036854775807)'"),
            of("c_numrange", "numrange", PostgresFamily.TEXT, ALL, "'[1.50,2.5]'"),
            of("c_daterange", "daterange", PostgresFamily.TEXT, ALL, "'[2024-01-01,infinity)'"),
            of(
                    "c_tsrange",
                    "tsrange",
                    PostgresFamily.TEXT,
                    ALL,
                    "'[\"2024-01-01 00:00\",\"2024-01-02 12:34:56.123456\")'"),
            of("c_tstzrange", "tstzrange", PostgresFamily.TEXT, ALL, "'[\"2024-01-01 00:00+00\",)'"));

    static final List<SourceColumn> ARRAYS = List.of(
            of("a_smallint", "smallint[]", PostgresFamily.INTEGERS, ALL, "'{-32768,NULL,32767}'", "'{}'"),
            of("a_integer", "integer[]", PostgresFamily.INTEGERS, ALL, "'{1,NULL,-2147483648}'", "'{}'"),
            of("a_bigint", "bigint[]", PostgresFamily.INTEGERS, ALL, "'{9223372036854775807,NULL}'", "'{}'"),
            of("a_numeric", "numeric(10,2)[]", PostgresFamily.NUMERICS, ALL, "'{1.50,NULL,-99999999.99}'", "'{}'"),
            of("a_real", "real[]", PostgresFamily.FLOATINGS, ALL, "'{1.5,NULL,3.4028235e38}'", "'{}'"),
            of("a_double", "double precision[]", PostgresFamily.FLOATINGS, ALL, "'{0.1,NULL}'", "'{}'"),
            of("a_boolean", "boolean[]", PostgresFamily.BOOLEANS, ALL, "'{t,f,NULL}'", "'{}'"),
            of("a_text", "text[]", PostgresFamily.TEXTS, ALL, "ARRAY['', 'a,b', 'q\"', NULL, '\ud83d\ude00']", "'{}'"),
            of("a_varchar", "varchar(9)[]", PostgresFamily.TEXTS, ALL, "'{x,NULL}'", "'{}'"),
            of("a_uuid", "uuid[]", PostgresFamily.TEXTS, ALL, "'{11111111-2222-3333-4444-555555555555,NULL}'", "'{}'"),
            of("a_date", "date[]", PostgresFamily.DATES, ALL, "'{2024-02-29,NULL}'", "'{}'"),
            of(
                    "a_timestamp",
                    "timestamp[]",
                    PostgresFamily.TIMESTAMPS,
                    ALL,
                    "'{\"2024-02-29 12:34:56.123456\",NULL}'",
                    "'{}'"),
            of(
                    "a_timestamptz",
                    "timestamptz[]",
                    PostgresFamily.INSTANTS,
                    ALL,
                    "'{\"2024-02-29 12:34:56.123456+02\",NULL}'",
                    "'{}'"),
            of(
                    "a_enum",
                    "mood[]",
                    PostgresFamily.TEXTS,
                    "every value; the source sends an array with a null as null",
                    "'{low,high}'",
                    "'{}'"),
            of("a_json", "json[]", PostgresFamily.TEXTS, ALL, "array['{\"a\": 1}', null]::json[]", "'{}'"),
            of("a_inet", "inet[]", PostgresFamily.TEXTS, ALL, "'{192.0.2.1,NULL}'", "'{}'"));

    static final List<SourceColumn> OTHERS = List.of(
            of("c_point", "point", PostgresFamily.POINT, ALL, "'(1.5,-2.5)'", "'(0,0)'"),
            of("c_line", "line", PostgresFamily.UNKNOWN, UNKNOWN, "'{1.5,2.5,3.5}'"),
            of("c_lseg", "lseg", PostgresFamily.UNKNOWN, UNKNOWN, "'[(0.5,0.5),(1.5,1.5)]'"),
            of("c_box", "box", PostgresFamily.UNKNOWN, UNKNOWN, "'((0.5,0.5),(1.5,1.5))'"),
            of("c_path", "path", PostgresFamily.UNKNOWN, UNKNOWN, "'[(0.5,0.5),(1.5,1.5)]'"),
            of("c_polygon", "polygon", PostgresFamily.UNKNOWN, UNKNOWN, "'((0.5,0.5),(1.5,1.5),(2.5,0.5))'"),
            of("c_circle", "circle", PostgresFamily.UNKNOWN, UNKNOWN, "'<(0.5,0.5),1.5>'"),
            of("c_tsquery", "tsquery", PostgresFamily.UNKNOWN, UNKNOWN, "'fat & cat'"),
            of("c_multirange", "int4multirange", PostgresFamily.UNKNOWN, UNKNOWN, "'{[1,3),[5,7)}'"),
            of("c_lsn", "pg_lsn", PostgresFamily.UNKNOWN, UNKNOWN, "'16/B374D848'"),
            of("c_composite", "pair", PostgresFamily.UNKNOWN, UNKNOWN, "row(1, 'x')::pair"));

    /** Values that the source can write in all of its ways. */
    static final List<SourceColumn> MODERATE = List.of(
            of("m_numeric_20_4", "numeric(20, 4)", PostgresFamily.NUMERIC, "", "-12345.6789", "0.5000", "0"),
            of("m_numeric", "numeric", PostgresFamily.NUMERIC, "", "3.14159265358979", "-0.10", "100000"),
            of("m_money", "money", PostgresFamily.MONEY, "", "'-12.34'", "0::money"),
            of("m_date", "date", PostgresFamily.DATE, "", "'1677-09-22'", "'1969-12-31'", "'2262-04-10'"),
            of("m_time", "time", PostgresFamily.TIME, "", "'00:00'", "'23:59:59.999999'"),
            of("m_time3", "time(3)", PostgresFamily.TIME, "", "'00:00'", "'23:59:59.999'"),
            of(
                    "m_timestamp",
                    "timestamp",
                    PostgresFamily.TIMESTAMP,
                    "",
                    "'1677-09-22'",
                    "'1969-12-31 23:59:59.999999'",
                    "'2262-04-10 12:34:56.789'"),
            of(
                    "m_timestamp3",
                    "timestamp(3)",
                    PostgresFamily.TIMESTAMP,
                    "",
                    "'1969-12-31 23:59:59.999'",
                    "'2262-04-10 12:34:56.789'"),
            of(
                    "m_timestamptz",
                    "timestamptz",
                    PostgresFamily.INSTANT,
                    "",
                    "'1969-12-31 23:59:59.999999+00'",
                    "'2262-04-10 12:34:56.7+02'"));
}
