package dev.varve.table.commit;

import static dev.varve.table.commit.CommitFixture.append;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.env.Env;
import dev.varve.table.fs.FileIO;
import dev.varve.table.fs.LocalFileIO;
import dev.varve.table.fs.Location;
import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.FileChanges;
import dev.varve.table.snapshot.CommitResult;
import dev.varve.table.snapshot.Guard;
import dev.varve.table.snapshot.Snapshot;
import dev.varve.table.testing.MemoryFileIO;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Writers that know nothing of each other: every commit is in the chain exactly once, and guards see it whole. */
class ConcurrentCommitTest {
    private static final int WRITERS = 8;
    private static final Map<String, String> OPTIONS = Map.of(
            "commit.max-retries", "1000",
            "commit.min-retry-wait", "1 ms",
            "commit.max-retry-wait", "50 ms",
            "manifest.merge-min-count", "5");

    /** A ledger of one number: read from the base, one more in the next snapshot. */
    private static final Guard COUNTER = (latest, history) -> Guard.Verdict.proceedWith(Map.of(
            "count",
            Long.toString(
                    latest.map(snapshot -> Long.parseLong(snapshot.properties().get("count")))
                                    .orElse(0L)
                            + 1)));

    @Test
    void inMemory() throws Exception {
        commitAll(new MemoryFileIO(), Location.of("/w/t"), Integer.getInteger("commits.per.writer", 50));
    }

    @Test
    void onALocalDisk(@TempDir Path directory) throws Exception {
        try (FileIO io = new LocalFileIO(Env.system())) {
            commitAll(io, Location.of(directory.resolve("t").toString()), Integer.getInteger("commits.per.writer", 8));
        }
    }

    private static void commitAll(FileIO io, Location root, int commits) throws Exception {
        CommitFixture table = CommitFixture.create(io, root, Env.system(), OPTIONS);
        ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
        List<Future<?>> running = new ArrayList<>();
        try {
            for (int writer = 0; writer < WRITERS; writer++) {
                String user = "writer-" + writer;
                CommitFixture view = table.through(io, Env.system(), writer);
                running.add(threads.submit(() -> commitSome(view, user, commits)));
            }
            for (Future<?> writer : running) {
                writer.get(5, TimeUnit.MINUTES);
            }
        } finally {
            threads.shutdownNow();
        }
        List<Snapshot> all = table.snapshots.all();
        assertThat(all).hasSize(WRITERS * commits);
        for (int i = 0; i < all.size(); i++) {
            assertThat(all.get(i).id()).isEqualTo(i + 1);
            assertThat(all.get(i).properties()).containsEntry("count", Integer.toString(i + 1));
        }
        Map<String, List<Long>> identifiers = all.stream()
                .collect(Collectors.groupingBy(
                        Snapshot::commitUser, Collectors.mapping(Snapshot::commitIdentifier, Collectors.toList())));
        assertThat(identifiers).hasSize(WRITERS);
        assertThat(identifiers.values())
                .allSatisfy(
                        ofOne -> assertThat(ofOne).hasSize(commits).isSorted().doesNotHaveDuplicates());
        assertThat(table.liveNames()).hasSize(WRITERS * commits);
        assertThat(table.unreferencedMetadata()).isEmpty();
        table.verify();
    }

    private static void commitSome(CommitFixture view, String user, int commits) {
        TableCommit commit = view.newCommit();
        BucketId bucket = view.bucket(0);
        for (int i = 0; i < commits; i++) {
            FileChanges changes = append(bucket, view.newFile(bucket, user + "-" + i + ".parquet"));
            assertThat(commit.commit(CommitRequest.of(user, i, changes).withGuard(COUNTER)))
                    .isInstanceOf(CommitResult.Committed.class);
        }
    }
}
