package dev.varve.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.connect.testing.ReadByBoth;
import dev.varve.table.testing.FaultPlan;
import dev.varve.table.testing.StoreCall;
import dev.varve.table.testing.StoreCall.Operation;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Several tasks create and change one table at once, in different orders, and are killed on the way: no row is lost or doubled, and
 * there is one schema in the end, whoever was first.
 */
class SchemaConvergenceTest {
    private static final int SEEDS = Integer.getInteger("varve.evolution.seeds", 12);

    @TempDir
    private Path temporary;

    /** A version of the source's schema: which of its columns have got wider, or have come. */
    private record Version(int n, boolean optional, int x, boolean nested) {
        static final Version FIRST = new Version(0, false, 0, false);

        private static Schema number(int width) {
            return switch (width) {
                case 0 -> Schema.INT32_SCHEMA;
                case 1 -> Schema.INT64_SCHEMA;
                default ->
                    Decimal.builder(1)
                            .parameter("connect.decimal.precision", "12")
                            .build();
            };
        }

        private static Object value(int width, int seed) {
            return switch (width) {
                case 0 -> seed;
                case 1 -> (1L << 40) + seed;
                default -> new BigDecimal(seed + ".5");
            };
        }

        Struct row(int seed) {
            SchemaBuilder inner = SchemaBuilder.struct().optional().field("a", Schema.OPTIONAL_INT32_SCHEMA);
            if (nested) {
                inner.field("b", Schema.OPTIONAL_STRING_SCHEMA);
            }
            Schema innerSchema = inner.build();
            SchemaBuilder schema = SchemaBuilder.struct()
                    .field("n", number(n))
                    .field("v", optional ? Schema.OPTIONAL_INT32_SCHEMA : Schema.INT32_SCHEMA)
                    .field("r", innerSchema);
            if (x > 0) {
                schema.field("x", x == 1 ? Schema.OPTIONAL_INT32_SCHEMA : Schema.OPTIONAL_INT64_SCHEMA);
            }
            Struct innerRow = new Struct(innerSchema).put("a", seed);
            if (nested) {
                innerRow.put("b", "b" + seed);
            }
            Struct row = new Struct(schema.build())
                    .put("n", value(n, seed))
                    .put("v", optional ? null : seed)
                    .put("r", innerRow);
            if (x > 0) {
                row.put("x", value(x - 1, seed));
            }
            return row;
        }
    }

    private static final Map<String, String> EVERYTHING = Map.of(
            "id", "STRING NOT NULL",
            "try", "BIGINT NOT NULL",
            "n", "DECIMAL(20, 1) NOT NULL",
            "v", "INT",
            "x", "BIGINT",
            "r", "ROW<a INT, b STRING>");

    /** Each task knows another part of what the table must become. */
    private static List<List<Struct>> smallScripts() {
        return List.of(
                List.of(Version.FIRST.row(1), new Version(1, false, 1, false).row(2)),
                List.of(Version.FIRST.row(3), new Version(2, false, 0, true).row(4)),
                List.of(Version.FIRST.row(5), new Version(0, true, 2, false).row(6), Version.FIRST.row(7)));
    }

    /** Others are always a little faster where the table is changed; it is there before. */
    private static boolean atEveryChange(int task, StoreCall call) {
        return call.is(Operation.CREATE_IF_ABSENT)
                && call.named("schema-")
                && !call.location().name().equals("schema-0");
    }

    /** Others are always a little faster where a schema or a snapshot is made. */
    private static boolean atEveryRace(int task, StoreCall call) {
        return call.is(Operation.CREATE_IF_ABSENT) && (call.named("schema-") || call.named("snapshot-"));
    }

    private static EvolvingTasks tasks(List<List<Struct>> scripts) {
        return new EvolvingTasks(Map.of("options.bucket", "2"), scripts);
    }

    @Test
    void tasksThatChangeATableAtOnceConverge() {
        requireConverged(tasks(smallScripts())
                .interleaving(SchemaConvergenceTest::atEveryChange)
                .run(Map.of()));
    }

    @Test
    void tasksThatCreateATableAtOnceConverge() {
        requireConverged(tasks(smallScripts())
                .interleaving(SchemaConvergenceTest::atEveryRace)
                .run(Map.of()));
    }

    private void requireConverged(EvolvingTasks tasks) {
        tasks.requireConverged();
        assertThat(tasks.columns()).isEqualTo(EVERYTHING);
        assertThat(tasks.schemas().size()).isBetween(3, 8);
        ReadByBoth.rows(tasks.table(), tasks.store(), temporary);
    }

    @Test
    void aTaskThatIsKilledAtAnyChangeOfTheStoreHarmsNobody() {
        int runs = 0;
        for (int victim = 0; victim < smallScripts().size(); victim++) {
            EvolvingTasks counted = tasks(smallScripts())
                    .interleaving(SchemaConvergenceTest::atEveryChange)
                    .run(Map.of());
            for (FaultPlan crash : FaultPlan.everyCrash(counted.mutations(victim))) {
                try {
                    EvolvingTasks tasks = tasks(smallScripts())
                            .interleaving(SchemaConvergenceTest::atEveryChange)
                            .run(Map.of(victim, crash));
                    tasks.requireConverged();
                    assertThat(tasks.columns()).isEqualTo(EVERYTHING);
                    runs++;
                } catch (AssertionError | RuntimeException e) {
                    throw new AssertionError("task " + victim + ": " + crash, e);
                }
            }
        }
        assertThat(runs).isGreaterThan(60);
    }

    @Test
    void randomHistoriesConverge() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            try {
                random(seed);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
    }

    private void random(long seed) {
        Random random = new Random(seed);
        List<List<Struct>> scripts = new ArrayList<>();
        int count = 2 + random.nextInt(3);
        int n = 0;
        int x = 0;
        boolean optional = false;
        boolean nested = false;
        for (int task = 0; task < count; task++) {
            List<Struct> script = new ArrayList<>();
            script.add(Version.FIRST.row(random.nextInt(1000)));
            for (int i = 3 + random.nextInt(5); i > 0; i--) {
                Version version = new Version(
                        random.nextInt(3), random.nextInt(4) == 0, random.nextInt(3), random.nextInt(3) == 0);
                n |= 1 << version.n;
                x = Math.max(x, version.x);
                optional |= version.optional;
                nested |= version.nested;
                script.add(version.row(random.nextInt(1000)));
            }
            scripts.add(script);
        }
        Map<Integer, FaultPlan> faults = new HashMap<>();
        for (int task = 0; task < count; task++) {
            List<FaultPlan> crashes = FaultPlan.everyCrash(60);
            faults.put(task, crashes.get(random.nextInt(crashes.size())));
        }
        EvolvingTasks tasks = tasks(scripts)
                .interleaving((task, call) -> atEveryRace(task, call)
                        ? random.nextBoolean()
                        : call.operation().mutates() && random.nextInt(10) == 0)
                .run(faults);
        tasks.requireConverged();
        Map<String, String> expected = new HashMap<>(EVERYTHING);
        boolean wide = (n & 2) != 0;
        boolean decimal = (n & 4) != 0;
        expected.put(
                "n", (decimal ? wide ? "DECIMAL(20, 1)" : "DECIMAL(12, 1)" : wide ? "BIGINT" : "INT") + " NOT NULL");
        expected.put("v", optional ? "INT" : "INT NOT NULL");
        expected.put("r", nested ? "ROW<a INT, b STRING>" : "ROW<a INT>");
        expected.put("x", x == 2 ? "BIGINT" : "INT");
        if (x == 0) {
            expected.remove("x");
        }
        assertThat(tasks.columns()).isEqualTo(expected);
        ReadByBoth.rows(tasks.table(), tasks.store(), temporary);
    }
}
