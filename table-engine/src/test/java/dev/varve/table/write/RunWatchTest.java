package dev.varve.table.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.manifest.BucketId;
import dev.varve.table.row.BinaryRow;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RunWatchTest {
    private static final BucketId BUCKET = new BucketId(BinaryRow.EMPTY, 0);
    private static final int DUE = 5;
    private static final int STOP = 8;

    private final RunWatch watch = new RunWatch(DUE, STOP);

    private static long seconds(long seconds) {
        return Duration.ofSeconds(seconds).toNanos();
    }

    @Test
    void whatHasBeenDueForAMinuteIsTakenOverAsSoonAsItStopsItsWriters() {
        watch.seen(BUCKET, 5, false, seconds(0));
        watch.seen(BUCKET, 7, false, seconds(120));
        assertThat(watch.takeOver(seconds(120))).as("nobody waits yet").isEmpty();
        watch.seen(BUCKET, 8, false, seconds(180));
        assertThat(watch.takeOver(seconds(180))).containsExactly(BUCKET);
        assertThat(watch.isTakenOver(BUCKET)).isTrue();
        assertThat(watch.worstRuns()).isEqualTo(8);
    }

    @Test
    void theOwnerHasAMinuteWhereRecordsComeFast() {
        watch.seen(BUCKET, 4, false, seconds(0));
        watch.seen(BUCKET, 8, false, seconds(10));
        assertThat(watch.takeOver(seconds(69))).isEmpty();
        assertThat(watch.takeOver(seconds(70))).containsExactly(BUCKET);
        assertThat(watch.takeOver(seconds(71))).as("once").isEmpty();
    }

    @Test
    void anOwnerThatCompactsIsGivenTheTimeAnew() {
        watch.seen(BUCKET, 8, false, seconds(0));
        watch.seen(BUCKET, 6, false, seconds(50));
        watch.seen(BUCKET, 8, false, seconds(60));
        assertThat(watch.takeOver(seconds(109))).isEmpty();
        assertThat(watch.takeOver(seconds(110))).containsExactly(BUCKET);
        watch.seen(BUCKET, 2, false, seconds(120));
        assertThat(watch.isTakenOver(BUCKET)).as("given back").isFalse();
    }

    @Test
    void ofItsOwnBucketsNoneIsTakenOver() {
        watch.seen(BUCKET, 8, true, seconds(0));
        assertThat(watch.takeOver(seconds(600))).isEmpty();
    }
}
