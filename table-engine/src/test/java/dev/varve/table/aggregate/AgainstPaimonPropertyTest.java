package dev.varve.table.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.table.error.InvalidInputException;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowSerializer;
import dev.varve.table.testing.GoldenValues;
import dev.varve.table.testing.PaimonRows;
import dev.varve.table.testing.RandomRows;
import dev.varve.table.type.DataType;
import dev.varve.table.type.RowType;
import dev.varve.table.type.TypeParser;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.paimon.CoreOptions;
import org.apache.paimon.mergetree.compact.aggregate.FieldAggregator;
import org.apache.paimon.mergetree.compact.aggregate.factory.FieldAggregatorFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Random histories of one key through our functions and Paimon's. Left out is where the two differ by decision: sums of DECIMAL up
 * to 18 digits, late values of first_non_null_value, bytes inside of collections, and arrays
 * with null elements inside of collections; a history ends where integers overflow. Order that is not specified does not count.
 */
class AgainstPaimonPropertyTest {
    private static final int HISTORIES = Integer.getInteger("aggregate.histories", 150);

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "sum; TINYINT;",
                "sum; SMALLINT;",
                "sum; INT;",
                "sum; BIGINT;",
                "sum; FLOAT;",
                "sum; DOUBLE;",
                "sum; DECIMAL(20, 2);",
                "sum; DECIMAL(38, 10);",
                "product; TINYINT;",
                "product; SMALLINT;",
                "product; INT;",
                "product; BIGINT;",
                "product; FLOAT;",
                "product; DOUBLE;",
                "product; DECIMAL(4, 2);",
                "product; DECIMAL(18, 6);",
                "product; DECIMAL(38, 10);",
                "min; TINYINT;",
                "min; INT;",
                "min; BIGINT;",
                "min; FLOAT;",
                "min; DOUBLE;",
                "min; DECIMAL(10, 2);",
                "min; DECIMAL(30, 2);",
                "min; STRING;",
                "min; CHAR(3);",
                "min; BYTES;",
                "min; DATE;",
                "min; TIME(3);",
                "min; TIMESTAMP(6);",
                "min; TIMESTAMP(3) WITH LOCAL TIME ZONE;",
                "max; SMALLINT;",
                "max; FLOAT;",
                "max; DOUBLE;",
                "max; DECIMAL(10, 2);",
                "max; STRING;",
                "max; BINARY(4);",
                "max; DATE;",
                "max; TIMESTAMP(9);",
                "first_value; STRING;",
                "first_value; INT;ignore-retract=true",
                "first_non_null_value; ARRAY<INT>;",
                "first_not_null_value; INT;",
                "last_value; MAP<INT, STRING>;",
                "last_value; DOUBLE;ignore-retract=true",
                "last_non_null_value; ROW<a INT, b STRING>;",
                "last_non_null_value; BYTES;",
                "bool_and; BOOLEAN;",
                "bool_or; BOOLEAN;",
                "listagg; STRING;",
                "listagg; STRING;list-agg-delimiter=a",
                "listagg; STRING;distinct=true|list-agg-delimiter=b",
                "listagg; STRING;distinct=true|ignore-retract=true",
                "collect; ARRAY<TINYINT>;",
                "collect; ARRAY<STRING>;distinct=true",
                "collect; ARRAY<INT>;ignore-retract=true",
                "collect; ARRAY<ROW<a BOOLEAN, b TINYINT>>;",
                "collect; ARRAY<ARRAY<BOOLEAN NOT NULL>>;distinct=true",
                "merge_map; MAP<TINYINT, STRING>;",
                "merge_map; MAP<STRING, ARRAY<INT>>;",
                "merge_map_with_keytime; MAP<BOOLEAN, ROW<v INT, ts STRING>>;",
                "merge_map_with_keytime; MAP<TINYINT, ROW<at STRING, v INT>>;ts-field=at",
                "nested_update; ARRAY<ROW<id BOOLEAN, v TINYINT>>;",
                "nested_update; ARRAY<ROW<id TINYINT, v INT>>;count-limit=3",
                "nested_update; ARRAY<ROW<id BOOLEAN, v TINYINT, w BOOLEAN>>;nested-key=id",
                "nested_update; ARRAY<ROW<id BOOLEAN, v TINYINT, w BOOLEAN>>;nested-key=w, id",
                "nested_partial_update; ARRAY<ROW<id BOOLEAN, v TINYINT, w STRING>>;nested-key=id"
            })
    void historiesEndTheSame(String name, String typeText, String optionText) {
        DataType type = TypeParser.parse(typeText);
        Map<String, String> options = new HashMap<>();
        if (optionText != null) {
            for (String option : optionText.split("\\|", -1)) {
                int at = option.indexOf('=');
                options.put("fields.v." + option.substring(0, at), option.substring(at + 1));
            }
        }
        AggregateFunction ours =
                AggregateFunctions.create(name, new AggregateColumn("v", type, AggregateOptions.of("v", options)));
        FieldAggregator theirs =
                FieldAggregatorFactory.create(PaimonRows.type(type), "v", name, new CoreOptions(options));
        boolean ordered = !options.containsKey("fields.v.distinct") && !options.containsKey("fields.v.nested-key");
        for (int seed = 0; seed < HISTORIES; seed++) {
            new History(
                            seed,
                            type,
                            ours,
                            theirs,
                            ordered || !typeText.startsWith("ARRAY"),
                            !name.startsWith("first_no"))
                    .run();
        }
    }

    /** One key's versions. */
    private static final class History {
        private final int seed;
        private final Random random;
        private final RowType rowType;
        private final AggregateFunction ours;
        private final FieldAggregator theirs;
        private final boolean ordered;
        private final boolean hasLate;
        private final List<String> told = new ArrayList<>();
        private Object accumulator;

        History(
                int seed,
                DataType type,
                AggregateFunction ours,
                FieldAggregator theirs,
                boolean ordered,
                boolean hasLate) {
            this.seed = seed;
            this.random = new Random(seed);
            this.rowType = RowType.ofTypes(List.of(type));
            this.ours = ours;
            this.theirs = theirs;
            this.ordered = ordered;
            this.hasLate = hasLate;
        }

        void run() {
            ours.reset();
            theirs.reset();
            int versions = 1 + random.nextInt(6);
            for (int i = 0; i < versions && step(i); i++) {
                assertThat(json(ours.result())).as(claim()).isEqualTo(json(internal(accumulator)));
            }
        }

        /** Returns false where the history ends with an error. */
        private boolean step(int i) {
            Row row = new RowSerializer(rowType).toBinary(new RandomRows(random).row(rowType));
            DataType type = rowType.type(0);
            Object theirValue = PaimonRows.toPaimon(row, 0, type);
            int kind = i == 0 ? 0 : random.nextInt(6);
            told.add((kind == 0 ? "older " : kind == 1 ? "retract " : "add ") + GoldenValues.toJson(row, rowType));
            Runnable their;
            Runnable our;
            if (kind == 1) {
                our = () -> ours.retract(row, 0);
                their = () -> accumulator = theirs.retract(accumulator, theirValue);
            } else if (kind == 0 && i > 0 && hasLate) {
                our = () -> ours.addOlder(row, 0);
                their = () -> accumulator = theirs.aggReversed(accumulator, theirValue);
            } else {
                our = () -> ours.add(row, 0);
                their = () -> accumulator = theirs.agg(accumulator, theirValue);
            }
            try {
                our.run();
            } catch (InvalidInputException e) {
                assertThat(e).as(claim()).hasMessageContaining("column 'v'");
                if (!e.getMessage().contains("is outside the range")) {
                    assertThatThrownBy(their::run).as(claim()).isInstanceOf(RuntimeException.class);
                }
                return false;
            }
            their.run();
            return true;
        }

        private String claim() {
            return "seed " + seed + ": " + told;
        }

        private Object internal(Object value) {
            return PaimonRows.fromPaimon(org.apache.paimon.data.GenericRow.of(value), 0, rowType.type(0));
        }

        private Object json(Object value) {
            JsonNode node = GoldenValues.toJson(value, rowType.type(0));
            if (ordered || node.isNull()) {
                return node;
            }
            List<String> elements = new ArrayList<>();
            node.forEach(element -> elements.add(element.toString()));
            Collections.sort(elements);
            return elements;
        }
    }
}
