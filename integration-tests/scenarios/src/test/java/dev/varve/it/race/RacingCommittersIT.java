package dev.varve.it.race;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.it.process.Checkout;
import dev.varve.it.process.ChildProcess;
import dev.varve.it.process.Waiting;
import dev.varve.it.process.Workspace;
import dev.varve.it.s3.S3Server;
import dev.varve.table.EngineSettings;
import dev.varve.table.RowCursor;
import dev.varve.table.Table;
import dev.varve.table.TableEngine;
import dev.varve.table.VerifyRequest;
import dev.varve.table.schema.TableSpec;
import dev.varve.table.snapshot.CommitKind;
import dev.varve.table.snapshot.Snapshot;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Processes that commit to one table without a pause, one of which also compacts: every commit is in the chain of snapshots once.
 * {@code -Dvarve.it.race.commits} and {@code -Dvarve.it.race.s3.commits} say how many commits each process makes,
 * {@code -Dvarve.it.race.s3.racers} how many processes race on S3.
 */
class RacingCommittersIT {
    private static final Logger LOG = LoggerFactory.getLogger(RacingCommittersIT.class);
    private static final Duration LIMIT = Duration.ofMinutes(Integer.getInteger("varve.it.race.minutes", 5));
    private static final Pattern RESULT = Pattern.compile("commits=(\\d+) retries=(\\d+) givenUp=(\\d+)");
    private static final TableSpec SPEC = new TableSpec(
            List.of(new DataField(0, "racer", DataTypes.INT.notNull()), new DataField(1, "commits", DataTypes.BIGINT)),
            List.of("racer"),
            List.of(),
            Map.of(
                    "bucket", "1",
                    "merge-engine", "aggregation",
                    "fields.commits.aggregate-function", "sum",
                    // The whole chain is looked at in the end.
                    "snapshot.num-retained.min", "1000000",
                    "snapshot.num-retained.max", "2000000"),
            Optional.empty());

    private Workspace workspace;

    @BeforeEach
    void start() {
        workspace = Workspace.create(Checkout.target().resolve("work"), "race");
    }

    @AfterEach
    void stop() {
        workspace.close();
    }

    @Test
    void onALocalDisk() throws IOException {
        race(
                workspace.scratch("lake").resolve("table").toString(),
                16,
                Integer.getInteger("varve.it.race.commits", 20),
                Map.of());
    }

    @Test
    void onS3() throws IOException {
        S3Server server = S3Server.start(workspace);
        server.createBucket("lake");
        race(
                "s3a://lake/table",
                Integer.getInteger("varve.it.race.s3.racers", 4),
                Integer.getInteger("varve.it.race.s3.commits", 6),
                server.hadoopSettings());
    }

    private void race(String location, int racers, int commits, Map<String, String> store) throws IOException {
        try (TableEngine engine = TableEngine.start(
                EngineSettings.defaults().withStoreSettings(store).withTemporaryDirectory(workspace.scratch("tmp")))) {
            Table table = engine.create(location, SPEC);
            run(location, racers, commits, store);
            requireEveryCommitOnce(table, racers, commits);
        }
    }

    private void run(String location, int racers, int commits, Map<String, String> store) throws IOException {
        Path signals = workspace.directory("signals");
        List<ChildProcess> processes = new ArrayList<>();
        for (int racer = 0; racer < racers; racer++) {
            processes.add(start(location, racer, racers, commits, signals, store));
        }
        for (int racer = 0; racer < racers; racer++) {
            Path ready = signals.resolve("ready-" + racer);
            ChildProcess process = processes.get(racer);
            Waiting.untilTrue(
                    "racer " + racer + " to be ready",
                    LIMIT,
                    () -> Files.exists(ready) || !process.isAlive(),
                    process::evidence);
        }
        long start = System.nanoTime();
        Files.createFile(signals.resolve("go"));
        long retries = 0;
        long givenUp = 0;
        for (ChildProcess process : processes) {
            assertThat(process.awaitExit(LIMIT)).as(process.evidence()).isZero();
            Matcher result = RESULT.matcher(process.output());
            assertThat(result.find()).as(process.evidence()).isTrue();
            retries += Long.parseLong(result.group(2));
            givenUp += Long.parseLong(result.group(3));
        }
        LOG.info(
                "{}: {} processes, {} commits each, {} s; retries a commit: {}; given up and tried again: {}",
                location,
                racers,
                commits,
                (System.nanoTime() - start) / 1_000_000_000,
                String.format("%.2f", (double) retries / racers / commits),
                givenUp);
    }

    private ChildProcess start(
            String location, int racer, int racers, int commits, Path signals, Map<String, String> store) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Djava.io.tmpdir=" + workspace.scratch("tmp"),
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                Racer.class.getName(),
                location,
                Integer.toString(racer),
                Integer.toString(racers),
                Integer.toString(commits),
                signals.toString()));
        store.forEach((key, value) -> command.add(key + "=" + value));
        return workspace.start("racer " + racer, "log/racer-" + racer + ".log", command);
    }

    private static void requireEveryCommitOnce(Table table, int racers, int commits) {
        List<Snapshot> snapshots = table.snapshots();
        assertThat(snapshots.stream().map(Snapshot::id).toList())
                .as("ids")
                .isEqualTo(LongStream.rangeClosed(1, snapshots.size()).boxed().toList());
        Map<String, List<Long>> identifiers = new HashMap<>();
        snapshots.stream()
                .filter(snapshot -> snapshot.kind() == CommitKind.APPEND)
                .forEach(snapshot -> identifiers
                        .computeIfAbsent(snapshot.commitUser(), user -> new ArrayList<>())
                        .add(snapshot.commitIdentifier()));
        Map<String, List<Long>> expected = new HashMap<>();
        for (int racer = 0; racer < racers; racer++) {
            expected.put(
                    Racer.user(racer),
                    LongStream.rangeClosed(1, commits).boxed().toList());
        }
        assertThat(identifiers)
                .as("commits of each racer, in the order of the chain")
                .isEqualTo(expected);
        Map<Integer, Long> sums = new HashMap<>();
        try (RowCursor rows = table.scan().open()) {
            while (rows.advance()) {
                sums.put(rows.row().intAt(0), rows.row().longAt(1));
            }
        }
        assertThat(sums)
                .hasSize(racers)
                .allSatisfy((racer, sum) -> assertThat(sum).isEqualTo(commits));
        assertThat(table.maintenance().verify(VerifyRequest.newest().withRows()).problems())
                .isEmpty();
    }
}
