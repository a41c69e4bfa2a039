package dev.varve.it.types;

import dev.varve.table.type.DataType;
import dev.varve.table.type.DecimalType;
import dev.varve.table.type.TypeRoot;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/** The families of MariaDB's types, which are MySQL's and some more. */
enum MariaDbFamily implements Family {
    INTEGER("cast(%s as char)", "") {
        @Override
        public Object value(String text, DataType type, SourceMode mode) {
            return new BigInteger(text).longValueExact();
        }
    },
    /** Either exact, or 64 bits with a sign. */
    UNSIGNED_BIGINT("cast(%s as char)", "bigint.unsigned.handling.mode") {
        @Override
        public Object value(String text, DataType type, SourceMode mode) {
            BigInteger number = new BigInteger(text);
            return type.root() == TypeRoot.DECIMAL ? (Object) new BigDecimal(number) : number.longValue();
        }
    },
    DECIMAL("cast(%s as char)", "decimal.handling.mode") {
        @Override
        public Object value(String text, DataType type, SourceMode mode) {
            BigDecimal number = new BigDecimal(text);
            if (type instanceof DecimalType decimal) {
                return number.setScale(decimal.scale(), RoundingMode.UNNECESSARY);
            }
            return type.root() == TypeRoot.DOUBLE ? (Object) number.doubleValue() : text;
        }
    },
    /** The database prints six digits of a float; as a double it prints all. */
    FLOAT("cast(cast(%s as double) as char)", "") {
        @Override
        public Object value(String text, DataType type, SourceMode mode) {
            return type.root() == TypeRoot.FLOAT ? (Object) (float) Double.parseDouble(text) : Double.parseDouble(text);
        }
    },
    DOUBLE("cast(%s as char)", "") {
        @Override
        public Object value(String text, DataType type, SourceMode mode) {
            return Double.parseDouble(text);
        }
    },
    /** As many bytes as the type has, the least significant first. */
    BITS("lpad(bin(%1$s + 0), length(%1$s) * 8, '0')", "") {
        @Override
        public Object value(String text, DataType type, SourceMode mode) {
            if (type.root() == TypeRoot.BOOLEAN) {
                return text.contains("1");
            }
            byte[] bytes = new byte[text.length() / 8];
            for (int i = 0; i < text.length(); i++) {
                if (text.charAt(text.length() - 1 - i) == '1') {
                    bytes[i / 8] |= (byte) (1 << (i % 8));
                }
            }
            return bytes;
        }
    },
    TEXT("convert(%s using utf8mb4)", "") {
        @Override
        public Object value(String text, DataType type, SourceMode mode) {
            return text;
        }
    },
    BYTES("hex(%s)", "binary.handling.mode") {
        @Override
        public Object value(String text, DataType type, SourceMode mode) {
            byte[] bytes = HexFormat.of().parseHex(text);
            return switch (mode.settings().getOrDefault("binary.handling.mode", "bytes")) {
                case "base64" -> Base64.getEncoder().encodeToString(bytes);
                case "base64-url-safe" -> Base64.getUrlEncoder().encodeToString(bytes);
                case "hex" -> HexFormat.of().formatHex(bytes);
                default -> bytes;
            };
        }
    },
    /** A date with a zero month or day is sent as null. */
    DATE(
            "case when month(%1$s) = 0 or dayofmonth(%1$s) = 0 then null else to_days(%1$s) - 719528 end",
            "time.precision.mode") {
        @Override
        public Object value(String text, DataType type, SourceMode mode) {
            LocalDate date = LocalDate.ofEpochDay(Long.parseLong(text));
            return type.root() == TypeRoot.DATE ? (Object) date : date + "Z";
        }
    },
    /** A length of time, from -838:59:59.999999 to 838:59:59.999999. */
    TIME("cast(cast(time_to_sec(%s) * 1000000 as decimal(30, 0)) as char)", "time.precision.mode") {
        @Override
        public Object value(String text, DataType type, SourceMode mode) {
            long micros = Long.parseLong(text);
            if (type.root() == TypeRoot.BIGINT) {
                return mode.has("time.precision.mode", "nanoseconds") ? micros * 1000 : micros;
            }
            if (type.root() == TypeRoot.TIME) {
                return LocalTime.ofNanoOfDay(atSourcesPrecision(micros, mode) * 1000);
            }
            if (mode.has("time.precision.mode", "isostring")) {
                return LocalTime.ofNanoOfDay(micros * 1000).format(DateTimeFormatter.ISO_LOCAL_TIME) + "Z";
            }
            return printed(
                    Duration.ofSeconds(Math.floorDiv(micros, 1_000_000L), Math.floorMod(micros, 1_000_000L) * 1000));
        }
    },
    /** Without a zone. */
    DATETIME(micros(), "time.precision.mode") {
        @Override
        public Object value(String text, DataType type, SourceMode mode) {
            LocalDateTime time =
                    LocalDateTime.ofInstant(instant(atSourcesPrecision(Long.parseLong(text), mode)), ZoneOffset.UTC);
            return type.root() == TypeRoot.TIMESTAMP
                    ? (Object) time
                    : time.format(DateTimeFormatter.ISO_LOCAL_DATE_TIME);
        }
    },
    /** A moment. */
    TIMESTAMP(micros(), "time.precision.mode") {
        @Override
        public Object value(String text, DataType type, SourceMode mode) {
            return instant(Long.parseLong(text));
        }
    },
    GEOMETRY("concat(hex(st_aswkb(%1$s)), ' ', st_srid(%1$s))", "") {
        @Override
        public Object value(String text, DataType type, SourceMode mode) {
            return geometry(text);
        }
    },
    POINT("concat(st_x(%1$s), ' ', st_y(%1$s), ' ', hex(st_aswkb(%1$s)), ' ', st_srid(%1$s))", "") {
        @Override
        public Object value(String text, DataType type, SourceMode mode) {
            String[] parts = text.split(" ", 3);
            Map<String, Object> point = geometry(parts[2]);
            point.put("x", Double.parseDouble(parts[0]));
            point.put("y", Double.parseDouble(parts[1]));
            return point;
        }
    };

    private final String text;
    private final String setting;

    MariaDbFamily(String text, String setting) {
        this.text = text;
        this.setting = setting;
    }

    @Override
    public String text(String column) {
        return text.formatted(column);
    }

    @Override
    public String setting() {
        return setting;
    }

    private static String micros() {
        return "case when month(%1$s) = 0 or dayofmonth(%1$s) = 0 then null"
                + " else timestampdiff(microsecond, '1970-01-01', %1$s) end";
    }

    private static Map<String, Object> geometry(String text) {
        int space = text.indexOf(' ');
        int srid = Integer.parseInt(text.substring(space + 1));
        Map<String, Object> geometry = new LinkedHashMap<>();
        geometry.put("wkb", HexFormat.of().parseHex(text.substring(0, space)));
        geometry.put("srid", srid == 0 ? null : (Object) srid);
        return geometry;
    }

    private static Instant instant(long micros) {
        return Instant.ofEpochSecond(Math.floorDiv(micros, 1_000_000L), Math.floorMod(micros, 1_000_000L) * 1000);
    }

    /** Connect's own types have milliseconds; the source cuts the rest off. */
    private static long atSourcesPrecision(long micros, SourceMode mode) {
        return mode.has("time.precision.mode", "connect") ? Math.floorDiv(micros, 1000L) * 1000 : micros;
    }

    /** As the database prints it, without zeros at the end. */
    private static String printed(Duration time) {
        Duration length = time.abs();
        String whole = "%s%02d:%02d:%02d"
                .formatted(
                        time.isNegative() ? "-" : "", length.toHours(), length.toMinutesPart(), length.toSecondsPart());
        return length.getNano() == 0
                ? whole
                : whole
                        + BigDecimal.valueOf(length.getNano(), 9)
                                .stripTrailingZeros()
                                .toPlainString()
                                .substring(1);
    }
}
