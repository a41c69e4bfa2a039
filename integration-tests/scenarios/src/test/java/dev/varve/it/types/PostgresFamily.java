package dev.varve.it.types;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.varve.table.type.ArrayType;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DecimalType;
import dev.varve.table.type.TypeRoot;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The families of PostgreSQL's types. */
enum PostgresFamily implements Family {
    INTEGER("%s::text") {
        @Override
        public Object value(String text, DataType type, SourceMode mode) {
            return new BigInteger(text).longValueExact();
        }
    },
    /** Changes do not carry computed columns; only rows as the snapshot found them, whose {@code a} is 10 or 20, have a value. */
    GENERATED("case when a in (10, 20) then %s::text end") {
        @Override
        public Object value(String text, DataType type, SourceMode mode) {
            return INTEGER.value(text, type, mode);
        }
    },
    /** NaN is sent as null, and without a declared scale zeros at the end are not sent. */
    NUMERIC("nullif(%s, 'NaN')::text") {
        @Override
        public Object value(String text, DataType type, SourceMode mode) {
            BigDecimal number = new BigDecimal(text);
            if (type instanceof DecimalType decimal) {
                return number.setScale(decimal.scale(), RoundingMode.UNNECESSARY);
            }
            return type.root() == TypeRoot.DOUBLE ? (Object) number.doubleValue() : text;
        }
    },
    MONEY("%s::numeric::text") {
        @Override
        public Object value(String text, DataType type, SourceMode mode) {
            return NUMERIC.value(text, type, mode);
        }
    },
    FLOATING("%s::text") {
        @Override
        public Object value(String text, DataType type, SourceMode mode) {
            double number = Double.parseDouble(text);
            boolean finite = !Double.isNaN(number) && !Double.isInfinite(number);
            if (type.root() == TypeRoot.FLOAT) {
                return finite || mode.avro() ? Float.parseFloat(text) : 0f;
            }
            return finite || mode.avro() ? number : 0d;
        }
    },
    BOOLEAN("%s::text") {
        @Override
        public Object value(String text, DataType type, SourceMode mode) {
            return Boolean.parseBoolean(text);
        }
    },
    /** Whatever the database prints. */
    TEXT("format('%%s', %s)") {
        @Override
        public Object value(String text, DataType type, SourceMode mode) {
            return text;
        }
    },
    BYTES("encode(%s, 'hex')") {
        @Override
        public Object value(String text, DataType type, SourceMode mode) {
            return HexFormat.of().parseHex(text);
        }
    },
    /** Types that the source does not know: their printed form, as bytes. */
    UNKNOWN("encode(convert_to(format('%%s', %s), 'UTF8'), 'hex')") {
        @Override
        public Object value(String text, DataType type, SourceMode mode) {
            return BYTES.value(text, type, mode);
        }
    },
    DATE("case when isfinite(%1$s) then (%1$s - date '1970-01-01')::text else %1$s::text end") {
        @Override
        public Object value(String text, DataType type, SourceMode mode) {
            if (text.endsWith("infinity")) {
                return text;
            }
            LocalDate date = LocalDate.ofEpochDay(Long.parseLong(text));
            return type.root() == TypeRoot.DATE ? (Object) date : date.toString();
        }
    },
    TIME("(extract(epoch from %s) * 1000000)::numeric(40, 0)::text") {
        @Override
        public Object value(String text, DataType type, SourceMode mode) {
            long micros = Long.parseLong(text);
            if (type.root() == TypeRoot.BIGINT) {
                return mode.has("time.precision.mode", "nanoseconds") ? micros * 1000 : micros;
            }
            if (type.root() == TypeRoot.TIME) {
                return LocalTime.ofNanoOfDay(atSourcesPrecision(micros, mode) * 1000);
            }
            String local = micros == MICROS_OF_DAY
                    ? "24:00:00"
                    : LocalTime.ofNanoOfDay(micros * 1000).format(DateTimeFormatter.ISO_LOCAL_TIME);
            return mode.has("time.precision.mode", "isostring") ? local + "Z" : local;
        }
    },
    /** The source moves it to UTC. */
    ZONED_TIME("(extract(epoch from (%s at time zone 'UTC')::time) * 1000000)::numeric(40, 0)::text") {
        @Override
        public Object value(String text, DataType type, SourceMode mode) {
            return LocalTime.ofNanoOfDay(Long.parseLong(text) * 1000)
                    .atOffset(ZoneOffset.UTC)
                    .format(DateTimeFormatter.ISO_OFFSET_TIME);
        }
    },
    TIMESTAMP(
            "case when isfinite(%1$s) then (extract(epoch from %1$s) * 1000000)::numeric(40, 0)::text else %1$s::text end") {
        @Override
        public Object value(String text, DataType type, SourceMode mode) {
            if (text.endsWith("infinity")) {
                return text;
            }
            LocalDateTime time =
                    LocalDateTime.ofInstant(instant(atSourcesPrecision(Long.parseLong(text), mode)), ZoneOffset.UTC);
            return type.root() == TypeRoot.TIMESTAMP
                    ? (Object) time
                    : time.format(DateTimeFormatter.ISO_LOCAL_DATE_TIME);
        }
    },
    INSTANT(
            "case when isfinite(%1$s) then (extract(epoch from %1$s) * 1000000)::numeric(40, 0)::text else %1$s::text end") {
        @Override
        public Object value(String text, DataType type, SourceMode mode) {
            if (text.endsWith("infinity")) {
                return text;
            }
            Instant instant = instant(Long.parseLong(text));
            return type.root() == TypeRoot.TIMESTAMP_LTZ ? (Object) instant : ZONED.format(instant);
        }
    },
    /** A number of microseconds in which a month counts 30.4375 days, or all six parts. */
    INTERVAL("""
            (select format('%%s %%s %%s %%s %%s %%s', extract(year from i), extract(month from i), extract(day from i),
            extract(hour from i), extract(minute from i), extract(second from i)) from (select %s as i) x)""") {
        @Override
        public Object value(String text, DataType type, SourceMode mode) {
            String[] parts = text.split(" ", -1);
            BigDecimal seconds = new BigDecimal(parts[5]);
            if (type.root() != TypeRoot.BIGINT) {
                return "P" + parts[0] + "Y" + parts[1] + "M" + parts[2] + "DT" + parts[3] + "H" + parts[4] + "M"
                        + (seconds.signum() == 0
                                ? "0"
                                : seconds.stripTrailingZeros().toPlainString()) + "S";
            }
            long months = Long.parseLong(parts[0]) * 12 + Long.parseLong(parts[1]);
            long rest = Long.parseLong(parts[2]) * 86_400
                    + Long.parseLong(parts[3]) * 3_600
                    + Long.parseLong(parts[4]) * 60;
            return BigDecimal.valueOf(months * SECONDS_OF_MONTH + rest)
                    .add(seconds)
                    .movePointRight(6)
                    .longValueExact();
        }
    },
    /** The least significant byte first; the source leaves out bytes of zeros at the other end. */
    BITS("%s::text") {
        @Override
        public Object value(String text, DataType type, SourceMode mode) {
            if (type.root() == TypeRoot.BOOLEAN) {
                return text.equals("1");
            }
            int used = text.contains("1") ? text.length() - text.indexOf('1') : 0;
            byte[] bytes = new byte[(used + 7) / 8];
            for (int i = 0; i < text.length(); i++) {
                if (text.charAt(text.length() - 1 - i) == '1') {
                    bytes[i / 8] |= (byte) (1 << (i % 8));
                }
            }
            return bytes;
        }
    },
    /** JSON text, or a map. */
    HSTORE("hstore_to_json(%s)::text") {
        @Override
        public Object value(String text, DataType type, SourceMode mode) {
            JsonNode entries = json(text);
            if (type.root() != TypeRoot.MAP) {
                return entries.toString();
            }
            Map<String, Object> map = new LinkedHashMap<>();
            entries.fields()
                    .forEachRemaining(
                            entry -> map.put(entry.getKey(), entry.getValue().textValue()));
            return map;
        }
    },
    POINT("%1$s[0]::text || ' ' || %1$s[1]::text") {
        @Override
        public Object value(String text, DataType type, SourceMode mode) {
            double x = Double.parseDouble(text.substring(0, text.indexOf(' ')));
            double y = Double.parseDouble(text.substring(text.indexOf(' ') + 1));
            ByteBuffer wkb = ByteBuffer.allocate(21).order(ByteOrder.LITTLE_ENDIAN);
            wkb.put((byte) 1).putInt(1).putDouble(x).putDouble(y);
            Map<String, Object> point = new LinkedHashMap<>();
            point.put("x", x);
            point.put("y", y);
            point.put("wkb", wkb.array());
            point.put("srid", null);
            return point;
        }
    },
    INTEGERS(INTEGER),
    NUMERICS(NUMERIC),
    FLOATINGS(FLOATING),
    BOOLEANS(BOOLEAN),
    TEXTS(TEXT),
    BINARIES(BYTES),
    DATES(DATE),
    TIMES(TIME),
    TIMESTAMPS(TIMESTAMP),
    INSTANTS(INSTANT);

    private static final long MICROS_OF_DAY = 86_400_000_000L;
    private static final long SECONDS_OF_MONTH = 2_629_800;
    private static final DateTimeFormatter ZONED =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final String text;
    private final PostgresFamily element;

    PostgresFamily(String text) {
        this.text = text;
        this.element = null;
    }

    /** Arrays of such values. */
    PostgresFamily(PostgresFamily element) {
        this.element = element;
        this.text = "coalesce((select json_agg(case when e is null then null else "
                + element.text.replace("%1$s", "e").formatted("e")
                + " end order by o)::text from unnest(@column@) with ordinality u(e, o)), '[]')";
    }

    @Override
    public String setting() {
        return this == NUMERIC || this == MONEY ? "decimal.handling.mode" : "time.precision.mode";
    }

    @Override
    public String text(String column) {
        return element == null ? text.formatted(column) : text.replace("@column@", column);
    }

    @Override
    public Object value(String valueText, DataType type, SourceMode mode) {
        DataType elementType = ((ArrayType) type).element();
        List<Object> list = new ArrayList<>();
        json(valueText)
                .forEach(each -> list.add(each.isNull() ? null : element.value(each.asText(), elementType, mode)));
        return list;
    }

    private static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not JSON: " + text, e);
        }
    }

    private static Instant instant(long micros) {
        return Instant.ofEpochSecond(Math.floorDiv(micros, 1_000_000L), Math.floorMod(micros, 1_000_000L) * 1000);
    }

    /** Connect's own types have milliseconds; the source cuts the rest off. */
    private static long atSourcesPrecision(long micros, SourceMode mode) {
        return mode.has("time.precision.mode", "connect") ? Math.floorDiv(micros, 1000L) * 1000 : micros;
    }
}
