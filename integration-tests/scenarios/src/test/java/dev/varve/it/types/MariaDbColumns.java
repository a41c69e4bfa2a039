package dev.varve.it.types;

import static dev.varve.it.types.SourceColumn.of;

import java.util.List;
import java.util.Map;

/** The catalogue: every type of MariaDB, with the values at which copies break. */
final class MariaDbColumns {
    private static final String ALL = "every value";
    private static final String GAP = "; its snapshot moves days from 1582-10-05 to 1582-10-14 by ten";
    private static final String MOMENT =
            "every value but 0000-00-00, which comes as null with the snapshot and as 1970-01-01 with a change";
    private static final String NO_ZERO = "every value; the source sends dates with a zero month or day as null";

    private MariaDbColumns() {}

    static final SourceColumn ID = of("id", "int", MariaDbFamily.INTEGER, "");

    /** Types whose declaration says more than the type. */
    static final Map<String, String> WORDS = Map.ofEntries(
            Map.entry("enum('low', 'it''s', '\u00e9', '')", "enum"),
            Map.entry("set('a', 'b c', '\u00e9')", "set"),
            Map.entry("timestamp null", "timestamp"),
            Map.entry("timestamp(3) null", "timestamp(3)"),
            Map.entry("timestamp(6) null", "timestamp(6)"),
            Map.entry("varchar(20) character set latin1", "varchar, latin1"),
            Map.entry("varchar(20) character set cp1251", "varchar, cp1251"),
            Map.entry("varchar(20) character set sjis", "varchar, sjis"),
            Map.entry("varchar(20) character set utf16", "varchar, utf16"),
            Map.entry("varchar(20) character set ucs2", "varchar, ucs2"),
            Map.entry("text character set utf8mb4 collate utf8mb4_bin", "text, utf8mb4_bin"),
            Map.entry("int generated always as (c_int div 2) virtual", "a generated column, virtual"),
            Map.entry("int generated always as (c_int div 2) stored", "a generated column, stored"));

    static final List<SourceColumn> NUMBERS = List.of(
            of("c_tinyint", "tinyint", MariaDbFamily.INTEGER, ALL, "-128", "127", "0"),
            of("c_tinyint_u", "tinyint unsigned", MariaDbFamily.INTEGER, ALL, "255", "0"),
            of("c_boolean", "boolean", MariaDbFamily.INTEGER, "every value, as a number", "true", "false", "-128"),
            of("c_tinyint1", "tinyint(1)", MariaDbFamily.INTEGER, "every value, as a number", "1", "0", "127"),
            of("c_smallint", "smallint", MariaDbFamily.INTEGER, ALL, "-32768", "32767"),
            of("c_smallint_u", "smallint unsigned", MariaDbFamily.INTEGER, ALL, "65535", "0"),
            of("c_mediumint", "mediumint", MariaDbFamily.INTEGER, ALL, "-8388608", "8388607"),
            of("c_mediumint_u", "mediumint unsigned", MariaDbFamily.INTEGER, ALL, "16777215", "0"),
            of("c_int", "int", MariaDbFamily.INTEGER, ALL, "-2147483648", "2147483647"),
            of("c_int_u", "int unsigned", MariaDbFamily.INTEGER, ALL, "4294967295", "0"),
            of("c_int_zero", "int(10) zerofill", MariaDbFamily.INTEGER, "every value, as a number", "42", "0"),
            of("c_bigint", "bigint", MariaDbFamily.INTEGER, ALL, "-9223372036854775808", "9223372036854775807"),
            of(
                    "c_bigint_u",
                    "bigint unsigned",
                    MariaDbFamily.UNSIGNED_BIGINT,
                    ALL,
                    "18446744073709551615",
                    "9223372036854775808",
                    "9223372036854775807",
                    "0"),
            of(
                    "c_float",
                    "float",
                    MariaDbFamily.FLOAT,
                    "every value as a change; the source's snapshot has six digits of it",
                    "0.1",
                    "-2.5",
                    "1.4e-45",
                    "0"),
            of("c_float_7_3", "float(7, 3)", MariaDbFamily.FLOAT, ALL, "9999.999", "-0.001", "0"),
            of("c_float_53", "float(53)", MariaDbFamily.DOUBLE, ALL, "0.1", "1.7976931348623157e308"),
            of(
                    "c_double",
                    "double",
                    MariaDbFamily.DOUBLE,
                    ALL,
                    "1.7976931348623157e308",
                    "-1.7976931348623157e308",
                    "4.9e-324",
                    "2.2250738585072014e-308",
                    "0.1",
                    "0"),
            of("c_double_u", "double unsigned", MariaDbFamily.DOUBLE, ALL, "0", "0.30000000000000004"),
            of("c_real", "real", MariaDbFamily.DOUBLE, ALL, "0.1"),
            of(
                    "c_decimal_10_2",
                    "decimal(10, 2)",
                    MariaDbFamily.DECIMAL,
                    ALL,
                    "-99999999.99",
                    "99999999.99",
                    "0.01",
                    "0"),
            of("c_decimal", "decimal", MariaDbFamily.DECIMAL, ALL, "-9999999999", "9999999999"),
            of("c_decimal_5_5", "decimal(5, 5)", MariaDbFamily.DECIMAL, ALL, "-0.99999", "0.00001"),
            of("c_decimal_u", "decimal(20, 4) unsigned", MariaDbFamily.DECIMAL, ALL, "9999999999999999.9999", "0"),
            of("c_decimal_38", "decimal(38, 0)", MariaDbFamily.DECIMAL, ALL, "-" + "9".repeat(38), "9".repeat(38)),
            of("c_decimal_38_38", "decimal(38, 38)", MariaDbFamily.DECIMAL, ALL, "-0." + "9".repeat(38), "1e-38", "0"),
            of(
                    "c_decimal_65_30",
                    "decimal(65, 30)",
                    MariaDbFamily.DECIMAL,
                    "every value, as text: it has more than 38 digits",
                    "-" + "9".repeat(35) + "." + "9".repeat(30),
                    "0." + "0".repeat(29) + "1",
                    "0"),
            of(
                    "c_decimal_65",
                    "decimal(65, 0)",
                    MariaDbFamily.DECIMAL,
                    "every value, as text: it has more than 38 digits",
                    "9".repeat(65)),
            of("c_bit1", "bit(1)", MariaDbFamily.BITS, ALL, "b'1'", "b'0'"),
            of(
                    "c_bit10",
                    "bit(10)",
                    MariaDbFamily.BITS,
                    "every value; the least significant byte first",
                    "b'1000000001'",
                    "b'0'",
                    "b'1'"),
            of(
                    "c_bit64",
                    "bit(64)",
                    MariaDbFamily.BITS,
                    "every value; the least significant byte first",
                    "b'" + "1".repeat(64) + "'",
                    "b'1" + "0".repeat(63) + "'",
                    "b'0'"),
            of("c_virtual", "int generated always as (c_int div 2) virtual", MariaDbFamily.INTEGER, ALL),
            of("c_stored", "int generated always as (c_int div 2) stored", MariaDbFamily.INTEGER, ALL));

    static final List<SourceColumn> TEXTS = List.of(
            of(
                    "c_char",
                    "char(5)",
                    MariaDbFamily.TEXT,
                    "every value; the database cuts off spaces at the end",
                    "'ab'",
                    "''",
                    "'\u00e9\ud83d\ude00 '"),
            of(
                    "c_varchar",
                    "varchar(20)",
                    MariaDbFamily.TEXT,
                    ALL,
                    "''",
                    "'varchar '",
                    "'\ud83d\ude00\ud83c\udffd h\u00e9llo'",
                    "'a''b\"c\\\\d'"),
            of("c_latin1", "varchar(20) character set latin1", MariaDbFamily.TEXT, ALL, "'h\u00e9llo \u20ac'", "''"),
            of(
                    "c_cp1251",
                    "varchar(20) character set cp1251",
                    MariaDbFamily.TEXT,
                    ALL,
                    "'\u043f\u0440\u0438\u0432\u0435\u0442'"),
            of("c_sjis", "varchar(20) character set sjis", MariaDbFamily.TEXT, ALL, "'\u65e5\u672c\u8a9e'"),
            of("c_utf16", "varchar(20) character set utf16", MariaDbFamily.TEXT, ALL, "'\ud83d\ude00 h\u00e9llo'"),
            of("c_ucs2", "varchar(20) character set ucs2", MariaDbFamily.TEXT, ALL, "'h\u00e9llo'"),
            of("c_nchar", "nchar(5)", MariaDbFamily.TEXT, ALL, "'h\u00e9'"),
            of("c_nvarchar", "nvarchar(5)", MariaDbFamily.TEXT, ALL, "'h\u00e9'"),
            of("c_tinytext", "tinytext", MariaDbFamily.TEXT, ALL, "''", "repeat('x', 255)", "'null'"),
            of(
                    "c_text",
                    "text",
                    MariaDbFamily.TEXT,
                    ALL,
                    "''",
                    "'tab\\tline\\r\\nend '",
                    "'\ud834\udd1e \ud83d\udc69\u200d\ud83d\udc67'",
                    "repeat('\ud83d\ude00', 16383)"),
            of(
                    "c_text_bin",
                    "text character set utf8mb4 collate utf8mb4_bin",
                    MariaDbFamily.TEXT,
                    ALL,
                    "'\ud83d\ude00'",
                    "''"),
            of("c_mediumtext", "mediumtext", MariaDbFamily.TEXT, ALL, "repeat('x', 70000)", "''"),
            of("c_longtext", "longtext", MariaDbFamily.TEXT, ALL, "repeat('\ud83d\ude00', 1000000)", "''"),
            of("c_json", "json", MariaDbFamily.TEXT, "the text", "'{\"a\" : [1,2.50 ,\"\u00e9\"]}'", "'null'", "'{}'"),
            of(
                    "c_enum",
                    "enum('low', 'it''s', '\u00e9', '')",
                    MariaDbFamily.TEXT,
                    "every value; with changes the source puts a backslash before a comma in it, and `?` for what is not in the BMP",
                    "'low'",
                    "'it''s'",
                    "'\u00e9'",
                    "''"),
            of("c_set", "set('a', 'b c', '\u00e9')", MariaDbFamily.TEXT, ALL, "'a,\u00e9'", "''", "'b c'"),
            of(
                    "c_binary",
                    "binary(5)",
                    MariaDbFamily.BYTES,
                    "every value, padded with zeros",
                    "x'01'",
                    "x''",
                    "x'ff00ff0000'"),
            of("c_varbinary", "varbinary(20)", MariaDbFamily.BYTES, ALL, "x''", "x'00ff107f8000'"),
            of("c_tinyblob", "tinyblob", MariaDbFamily.BYTES, ALL, "x''", "x'00ff107f8000'"),
            of("c_blob", "blob", MariaDbFamily.BYTES, ALL, "x''", "x'00ff107f8000'", "repeat(x'fe00', 32767)"),
            of("c_mediumblob", "mediumblob", MariaDbFamily.BYTES, ALL, "x''", "repeat(x'fe00', 50000)"),
            of("c_longblob", "longblob", MariaDbFamily.BYTES, ALL, "x''", "repeat(x'fe00', 1000000)"));

    static final List<SourceColumn> TIMES = List.of(
            of(
                    "c_date",
                    "date",
                    MariaDbFamily.DATE,
                    NO_ZERO,
                    "'0001-01-01'",
                    "'0099-12-31'",
                    "'1000-01-01'",
                    "'1582-10-10'",
                    "'1969-12-31'",
                    "'9999-12-31'",
                    "'0000-00-00'",
                    "'2024-00-00'"),
            of(
                    "c_time",
                    "time",
                    MariaDbFamily.TIME,
                    "every value, as microseconds",
                    "'-838:59:59'",
                    "'838:59:59'",
                    "'00:00:00'",
                    "'-00:00:01'",
                    "'24:00:00'"),
            of(
                    "c_time3",
                    "time(3)",
                    MariaDbFamily.TIME,
                    "every value, as microseconds",
                    "'-838:59:59.999'",
                    "'838:59:59.999'",
                    "'-00:00:00.001'",
                    "'12:34:56.7'"),
            of(
                    "c_time6",
                    "time(6)",
                    MariaDbFamily.TIME,
                    "every value, as microseconds",
                    "'-838:59:59.999999'",
                    "'838:59:59.999999'",
                    "'-00:00:00.000001'",
                    "'23:59:59.999999'"),
            of(
                    "c_datetime",
                    "datetime",
                    MariaDbFamily.DATETIME,
                    NO_ZERO + GAP,
                    "'0001-01-01 00:00:00'",
                    "'1000-01-01 00:00:00'",
                    "'1969-12-31 23:59:59'",
                    "'9999-12-31 23:59:59'",
                    "'0000-00-00 00:00:00'"),
            of(
                    "c_datetime3",
                    "datetime(3)",
                    MariaDbFamily.DATETIME,
                    NO_ZERO + GAP,
                    "'0001-01-01 00:00:00.001'",
                    "'1969-12-31 23:59:59.999'",
                    "'9999-12-31 23:59:59.999'"),
            of(
                    "c_datetime6",
                    "datetime(6)",
                    MariaDbFamily.DATETIME,
                    NO_ZERO + GAP,
                    "'0001-01-01 00:00:00.000001'",
                    "'1969-12-31 23:59:59.999999'",
                    "'9999-12-31 23:59:59.999999'",
                    "'0000-00-00 00:00:00'"),
            of(
                    "c_timestamp",
                    "timestamp null",
                    MariaDbFamily.TIMESTAMP,
                    MOMENT,
                    "'1970-01-01 00:00:01'",
                    "'2038-01-19 03:14:07'"),
            of(
                    "c_timestamp3",
                    "timestamp(3) null",
                    MariaDbFamily.TIMESTAMP,
                    MOMENT,
                    "'1970-01-01 00:00:00.001'",
                    "'2038-01-19 03:14:07.999'"),
            of(
                    "c_timestamp6",
                    "timestamp(6) null",
                    MariaDbFamily.TIMESTAMP,
                    MOMENT,
                    "'1970-01-01 00:00:00.000001'",
                    "'2038-01-19 03:14:07.999999'"),
            of(
                    "c_year",
                    "year",
                    MariaDbFamily.INTEGER,
                    "every value but the year 0: it stops the source's snapshot, and comes as 1900 with a change",
                    "1901",
                    "2155",
                    "2024"));

    /** What only MariaDB has. The source cannot read declarations of {@code inet4} and {@code inet6}. */
    static final List<SourceColumn> OWN = List.of(of(
            "c_uuid",
            "uuid",
            MariaDbFamily.TEXT,
            ALL,
            "'00000000-0000-0000-0000-000000000000'",
            "'ffffffff-ffff-ffff-ffff-ffffffffffff'",
            "'12345678-9abc-1def-8123-456789abcdef'"));

    static final List<SourceColumn> GEOMETRIES = List.of(
            of(
                    "c_geometry",
                    "geometry",
                    MariaDbFamily.GEOMETRY,
                    ALL,
                    "st_geomfromtext('LINESTRING(0 0,1 1)', 4326)",
                    "point(1, 2)"),
            of(
                    "c_point",
                    "point",
                    MariaDbFamily.POINT,
                    ALL,
                    "st_geomfromtext('POINT(1.5 -2.5)')",
                    "st_geomfromtext('POINT(0 0)', 4326)"),
            of("c_linestring", "linestring", MariaDbFamily.GEOMETRY, ALL, "st_geomfromtext('LINESTRING(0 0,1 1,2 0)')"),
            of("c_polygon", "polygon", MariaDbFamily.GEOMETRY, ALL, "st_geomfromtext('POLYGON((0 0,1 0,1 1,0 0))')"),
            of("c_multipoint", "multipoint", MariaDbFamily.GEOMETRY, ALL, "st_geomfromtext('MULTIPOINT(0 0,1 1)')"),
            of(
                    "c_multilinestring",
                    "multilinestring",
                    MariaDbFamily.GEOMETRY,
                    ALL,
                    "st_geomfromtext('MULTILINESTRING((0 0,1 1),(2 2,3 3))')"),
            of(
                    "c_multipolygon",
                    "multipolygon",
                    MariaDbFamily.GEOMETRY,
                    ALL,
                    "st_geomfromtext('MULTIPOLYGON(((0 0,1 0,1 1,0 0)))')"),
            of(
                    "c_collection",
                    "geometrycollection",
                    MariaDbFamily.GEOMETRY,
                    ALL,
                    "st_geomfromtext('GEOMETRYCOLLECTION(POINT(1 2),LINESTRING(0 0,1 1))')"));

    /** Values that the source can write in all of its ways. */
    static final List<SourceColumn> MODERATE = List.of(
            of("m_bigint_u", "bigint unsigned", MariaDbFamily.UNSIGNED_BIGINT, "", "18446744073709551615", "0"),
            of("m_decimal_20_4", "decimal(20, 4)", MariaDbFamily.DECIMAL, "", "-12345.6789", "0.5000", "0"),
            of("m_date", "date", MariaDbFamily.DATE, "", "'1677-09-22'", "'1969-12-31'", "'2262-04-10'"),
            of("m_time", "time", MariaDbFamily.TIME, "", "'00:00:00'", "'23:59:59'"),
            of("m_time3", "time(3)", MariaDbFamily.TIME, "", "'00:00:00'", "'23:59:59.999'"),
            of("m_time6", "time(6)", MariaDbFamily.TIME, "", "'00:00:00'", "'23:59:59.999999'"),
            of(
                    "m_datetime",
                    "datetime",
                    MariaDbFamily.DATETIME,
                    "",
                    "'1677-09-22 00:00:00'",
                    "'1969-12-31 23:59:59'",
                    "'2262-04-10 12:34:56'"),
            of(
                    "m_datetime3",
                    "datetime(3)",
                    MariaDbFamily.DATETIME,
                    "",
                    "'1969-12-31 23:59:59.999'",
                    "'2262-04-10 12:34:56.789'"),
            of(
                    "m_datetime6",
                    "datetime(6)",
                    MariaDbFamily.DATETIME,
                    "",
                    "'1969-12-31 23:59:59.999999'",
                    "'2262-04-10 12:34:56.7'"),
            of(
                    "m_timestamp6",
                    "timestamp(6) null",
                    MariaDbFamily.TIMESTAMP,
                    "",
                    "'1970-01-01 00:00:00.000001'",
                    "'2038-01-19 03:14:07.999999'"),
            of("m_varbinary", "varbinary(20)", MariaDbFamily.BYTES, "", "x''", "x'00ff107f80fbff00'", "x'01'"),
            of("m_blob", "blob", MariaDbFamily.BYTES, "", "x''", "x'00ff107f80fbff00'", "x'01'"));
}
