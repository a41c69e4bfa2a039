package dev.varve.connect.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.testing.MemoryTempDir;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Damaged events of all forms through decoder, routing, conversion, table creation and evolution, the engine's writer and back: no
 * event causes anything but a landed row, a reported record, or a task that ends with a reason; no table becomes unreadable; no row is
 * lost. Run it longer with {@code -Dfuzz.seconds=600}, from another seed with {@code -Dfuzz.first=}, one session with
 * {@code -Dfuzz.seed=17}; as part of a Maven build: {@code -Dtest.jvm.options="-Dfuzz.seconds=600"}.
 */
class PipelineFuzzTest {
    private static final Logger LOG = LoggerFactory.getLogger(PipelineFuzzTest.class);

    private static final int SESSIONS = 6;
    private static final int PAIMON_EVERY = 3;
    private static final int MAX_FINDINGS = 5;

    @TempDir(factory = MemoryTempDir.class)
    private Path directory;

    @Test
    void everyEventLandsOrIsReportedOrEndsTheTaskWithAReason() {
        var outcomes = new Outcomes();
        var findings = new ArrayList<String>();
        Long single = Long.getLong("fuzz.seed");
        long first = Long.getLong("fuzz.first", 1);
        long seconds = Long.getLong("fuzz.seconds", 0);
        long start = System.nanoTime();
        long seed = single == null ? first : single;
        while (true) {
            boolean paimon = single != null || seed % PAIMON_EVERY == 0;
            try {
                new FuzzSession(seed, outcomes).run(paimon ? Optional.of(directory) : Optional.empty());
            } catch (AssertionError | Exception e) {
                findings.add("-Dfuzz.seed=" + seed + ": " + Outcomes.stackOf(e));
            }
            seed++;
            long elapsed = Duration.ofNanos(System.nanoTime() - start).toSeconds();
            if (single != null
                    || findings.size() == MAX_FINDINGS
                    || (seconds == 0 ? seed == first + SESSIONS : elapsed >= seconds)) {
                break;
            }
        }
        double took = (System.nanoTime() - start) / 1e9;
        LOG.info("seeds={} records/s={} {}", seed - first, Math.round(outcomes.records() / took), outcomes);
        outcomes.kinds().forEach((kind, count) -> LOG.debug("{} {}", count, kind));
        assertThat(findings).isEmpty();
        if (single == null) {
            assertThat(outcomes.landedRecords()).isPositive();
            assertThat(outcomes.reportedRecords()).isPositive();
            assertThat(outcomes.skippedRecords()).isPositive();
            assertThat(outcomes.tablesReadByPaimon()).isPositive();
        }
    }
}
