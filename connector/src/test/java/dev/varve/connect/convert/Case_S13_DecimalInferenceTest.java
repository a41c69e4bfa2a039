package dev.varve.connect.convert;

import static dev.varve.connect.testing.Records.map;
import static dev.varve.connect.testing.Records.named;
import static dev.varve.connect.testing.Records.schema;
import static dev.varve.connect.testing.Records.struct;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.connect.event.BadRecordException;
import dev.varve.connect.testing.EngineTask;
import dev.varve.connect.testing.Landing;
import dev.varve.connect.testing.Records;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Decimals whose precision and scale are told by values only. */
class Case_S13_DecimalInferenceTest {
    private static final String FORTY_DIGITS = "1234567890123456789012345678901234567890";
    private static final Schema VARIABLE = named(
            SchemaBuilder.struct().field("scale", Schema.INT32_SCHEMA).field("value", Schema.BYTES_SCHEMA),
            "io.debezium.data.VariableScaleDecimal");

    private final Records records = new Records();
    private final Landing landing = new Landing(Map.of());

    private void put(Object p) {
        landing.put(records.schemaless(map("id", 1L), map("id", 1L, "p", p)));
    }

    private void putVariable(String number) {
        BigDecimal decimal = new BigDecimal(number);
        Schema row = schema("id", Schema.INT64_SCHEMA, "p", VARIABLE);
        landing.put(records.structs(
                struct(schema("id", Schema.INT64_SCHEMA), "id", 1L),
                struct(
                        row,
                        "id",
                        1L,
                        "p",
                        struct(
                                VARIABLE,
                                "scale",
                                decimal.scale(),
                                "value",
                                decimal.unscaledValue().toByteArray()))));
    }

    @Test
    void aFractionLeavesRoomBeforeThePoint() {
        put(new BigDecimal("0.001"));
        put(new BigDecimal("1E+2"));
        put(new BigDecimal("1.001"));
        assertThat(landing.only().columns()).isEqualTo("id BIGINT NOT NULL\np DECIMAL(21, 3)\n");
        assertThat(landing.only().written()).containsExactly("+I[1, 0.001]", "+I[1, 100.000]", "+I[1, 1.001]");
    }

    @Test
    void largerNumbersWidenTheColumn() {
        put(new BigDecimal("1.5"));
        put(new BigDecimal("123.4567"));
        put(new BigDecimal("12345678901234567890"));
        put(new BigDecimal("0.1"));
        assertThat(landing.only().columns()).contains("p DECIMAL(24, 4)");
        assertThat(landing.only().written())
                .containsExactly("+I[1, 1.5]", "+I[1, 123.4567]", "+I[1, 12345678901234567890.0000]", "+I[1, 0.1000]");
    }

    @Test
    void fortyDigitsAreABadRecordAndChangeNothing() {
        put(new BigDecimal("0.001"));
        assertThatThrownBy(() -> put(new BigInteger(FORTY_DIGITS)))
                .isInstanceOfSatisfying(BadRecordException.class, bad -> {
                    assertThat(bad.reason()).isEqualTo(BadRecordException.Reason.DOES_NOT_FIT);
                    assertThat(bad.field()).isEqualTo("p");
                })
                .hasMessageContaining("40 digits before and 0 after the point");
        assertThat(landing.only().columns()).contains("p DECIMAL(21, 3)");
    }

    @Test
    void fortyDigitsInANewColumnAreABadRecord() {
        put(null);
        assertThatThrownBy(() -> put(new BigInteger(FORTY_DIGITS)))
                .hasMessageContaining("field p: no column type holds the value")
                .hasMessageContaining("set tables.<table>.types.p");
        assertThat(landing.only().columns()).isEqualTo("id BIGINT NOT NULL\n");
    }

    @Test
    void fortyDigitsFitTheTypeThatSettingsGive() {
        Landing texts = new Landing(Map.of("tables.orders.types.p", "STRING"));
        texts.put(records.schemaless(map("id", 1L), map("id", 1L)));
        texts.put(records.schemaless(map("id", 1L), map("id", 1L, "p", new BigInteger(FORTY_DIGITS))));
        assertThat(texts.only().columns()).contains("p STRING");
        assertThat(texts.only().last("p")).isEqualTo('"' + FORTY_DIGITS + '"');
    }

    @Test
    void variableScale() {
        putVariable("1.5");
        putVariable("123.4567");
        putVariable("-3E+2");
        assertThat(landing.only().columns()).isEqualTo("id BIGINT NOT NULL\np DECIMAL(22, 4)\n");
        assertThat(landing.only().written()).containsExactly("+I[1, 1.5]", "+I[1, 123.4567]", "+I[1, -300.0000]");
    }

    @Test
    void variableScaleWithoutAFirstValueGrows() {
        Schema row = schema("id", Schema.INT64_SCHEMA, "p", VARIABLE);
        Struct key = struct(schema("id", Schema.INT64_SCHEMA), "id", 1L);
        landing.put(records.structs(key, struct(row, "id", 1L)));
        assertThat(landing.only().columns()).contains("p DECIMAL(18, 0)");
        putVariable("0.25");
        assertThat(landing.only().columns()).contains("p DECIMAL(20, 2)");
    }

    @Test
    void withoutEvolutionWhatDoesNotFitIsABadRecord() {
        Landing fixed = new Landing(Map.of("schema.evolution", "add-columns"));
        fixed.put(records.schemaless(map("id", 1L), map("id", 1L, "p", new BigDecimal("1.5"))));
        assertThatThrownBy(
                        () -> fixed.put(records.schemaless(map("id", 1L), map("id", 1L, "p", new BigDecimal("1.25")))))
                .hasMessageContaining("expected a value that DECIMAL(19, 1) holds exactly; DECIMAL(20, 2) would, but"
                        + " schema.evolution is add-columns");
    }

    @Test
    void fixedScalesBecomeTheirType() {
        List<String> types = List.of(
                        "2/10",
                        "2/-",
                        "0/38",
                        "40/60",
                        "-2/5",
                        "5/2",
                        "2046/5",
                        "1000/1000",
                        "38/-",
                        "39/-",
                        "45/-",
                        "1000000/-",
                        "-5/-",
                        "-50/-",
                        "45/3")
                .stream()
                .map(Case_S13_DecimalInferenceTest::typeOf)
                .toList();
        assertThat(types)
                .containsExactly(
                        "DECIMAL(10, 2)",
                        "DECIMAL(38, 2)",
                        "DECIMAL(38, 0)",
                        "STRING",
                        "DECIMAL(7, 0)",
                        "DECIMAL(5, 5)",
                        "DECIMAL(7, 0)",
                        "STRING",
                        "DECIMAL(38, 38)",
                        "STRING",
                        "STRING",
                        "STRING",
                        "DECIMAL(38, 0)",
                        "DECIMAL(38, 0)",
                        "STRING");
    }

    private static String typeOf(String scaleAndPrecision) {
        String[] parts = scaleAndPrecision.split("/");
        SchemaBuilder builder = Decimal.builder(Integer.parseInt(parts[0]));
        if (!parts[1].equals("-")) {
            builder.parameter("connect.decimal.precision", parts[1]);
        }
        return ConnectTypes.of(builder.build(), null).orElseThrow().toString();
    }

    /** The input of the case through a task: every value is stored as it came, or reported; the schema file has a valid type. */
    @Test
    void landedExactlyOrReported() {
        try (EngineTask task = new EngineTask(Map.of())) {
            List<BigDecimal> numbers = List.of(
                    new BigDecimal("0.001"),
                    new BigDecimal("1E+2"),
                    new BigDecimal("1.001"),
                    new BigDecimal(FORTY_DIGITS),
                    new BigDecimal("-0.50"));
            for (int i = 0; i < numbers.size(); i++) {
                task.put(records.schemaless(map("id", (long) i), map("id", (long) i, "p", numbers.get(i))));
            }
            task.commit();
            assertThat(task.rows()).containsExactly("0 0.001", "1 100.000", "2 1.001", "4 -0.500");
            assertThat(task.errors())
                    .singleElement()
                    .asString()
                    .contains("does-not-fit")
                    .contains("field p");
            requireValidDecimal(task);
        }
    }

    private static void requireValidDecimal(EngineTask task) {
        String type = task.table("orders").schema().rowType().type(1).toString();
        var matcher = Pattern.compile("DECIMAL\\(([0-9]+), ([0-9]+)\\)").matcher(type);
        if (matcher.matches()) {
            int precision = Integer.parseInt(matcher.group(1));
            int scale = Integer.parseInt(matcher.group(2));
            assertThat(scale).isBetween(0, precision);
            assertThat(precision).isLessThanOrEqualTo(38);
        }
    }

    /** Numbers whose digits would fill the memory, as numbers and as texts, in a new column and in one that is there. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "1E+1000000",
                "1E-1000000",
                "-1E+2147483647",
                "1E-2147483647",
                "123456789E+999999999",
                "0E+1000000",
                "0E-1000000",
                "1.000000000000000000000000000000000000000000000000",
                "100000000000000000000000000000000000000000000000000",
                "99999999999999999999999999999999999999",
                "0.99999999999999999999999999999999999999",
                "NaN",
                "Infinity",
                "-0",
                "0x1F",
                "1_000",
                "1,5",
                "\u0661\u0662",
                " 7 ",
                "+7",
                "1e3"
            })
    void hugeAndOddNumbersAreStoredExactlyOrReported(String text) {
        BigDecimal number = Numbers.parse(text);
        List<Object> forms = number == null ? List.of(text) : List.of(text, number);
        for (Object form : forms) {
            for (boolean columnIsThere : new boolean[] {false, true}) {
                try (EngineTask task = new EngineTask(Map.of())) {
                    if (columnIsThere) {
                        task.put(records.schemaless(map("id", 0L), map("id", 0L, "p", new BigDecimal("1.5"))));
                    }
                    task.put(records.schemaless(map("id", 1L), map("id", 1L, "p", form)))
                            .commit();
                    List<String> rows = task.tables().isEmpty()
                            ? List.of()
                            : task.rows().stream()
                                    .filter(row -> row.startsWith("1"))
                                    .toList();
                    assertThat(rows.size() + task.errors().size())
                            .as("%s as %s", text, form.getClass())
                            .isEqualTo(1);
                    if (!rows.isEmpty()) {
                        String stored = rows.get(0).substring(2);
                        boolean exact = stored.equals(text)
                                || number != null && new BigDecimal(stored.strip()).compareTo(number) == 0;
                        assertThat(exact).as("%s stored as %s", text, stored).isTrue();
                        requireValidDecimal(task);
                    }
                }
            }
        }
    }

    /** The same in Debezium's struct of scale and bytes. */
    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, -1_000_000, -39, -38, 37, 38, 39, 1_000_000, Integer.MAX_VALUE})
    void variableScalesOfAnySize(int scale) {
        Schema row = schema("id", Schema.INT64_SCHEMA, "p", VARIABLE);
        Struct key = struct(schema("id", Schema.INT64_SCHEMA), "id", 1L);
        for (byte unscaled : new byte[] {0, 5}) {
            try (EngineTask task = new EngineTask(Map.of())) {
                Struct p = struct(VARIABLE, "scale", scale, "value", new byte[] {unscaled});
                task.put(records.structs(key, struct(row, "id", 1L, "p", p))).commit();
                int rows = task.tables().isEmpty() ? 0 : task.rows().size();
                assertThat(rows + task.errors().size()).isEqualTo(1);
                if (rows == 1) {
                    var expected = new BigDecimal(BigInteger.valueOf(unscaled), scale);
                    assertThat(new BigDecimal(task.rows().get(0).substring(2))).isEqualByComparingTo(expected);
                    requireValidDecimal(task);
                }
            }
        }
    }
}
