package dev.varve.table.testing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.varve.table.error.CorruptTableException;
import dev.varve.table.error.StorageException;
import dev.varve.table.fs.FileEntry;
import dev.varve.table.fs.FileIO;
import dev.varve.table.fs.FileOutput;
import dev.varve.table.fs.Location;
import dev.varve.table.fs.SeekableInput;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every {@link FileIO} promises. A test of a store extends this and says how to open it. */
public abstract class FileIOContract {
    private static final int RACERS = 16;

    private FileIO io;
    private Location root;

    protected abstract FileIO open();

    /** An empty or missing directory of the store, only for this test. */
    protected abstract Location root();

    /** Whether {@link FileIO#createIfAbsent} works here at all. */
    protected boolean createsAtomically() {
        return true;
    }

    /** How often the racers meet; many on stores without real files behind them. */
    protected int races() {
        return Integer.getInteger("varve.test.races", 100);
    }

    @BeforeEach
    void openStore() {
        io = open();
        root = root();
    }

    @AfterEach
    void closeStore() {
        io.close();
    }

    @Test
    void whatIsWrittenIsRead() {
        byte[] content = randomBytes(300_000, 1);
        Location file = root.child("a/b/data-0.parquet");
        try (FileOutput output = io.create(file)) {
            output.write(content, 0, 10);
            assertThat(output.position()).isEqualTo(10);
            output.write(content, 10, 200_000);
            output.write(content, 200_010, 99_990);
            assertThat(output.position()).isEqualTo(300_000);
        }
        assertThat(io.readAll(file)).isEqualTo(content);
        FileEntry entry = io.find(file).orElseThrow();
        assertThat(entry.location()).isEqualTo(file);
        assertThat(entry.name()).isEqualTo("data-0.parquet");
        assertThat(entry.directory()).isFalse();
        assertThat(entry.sizeBytes()).isEqualTo(300_000);
        assertThat(entry.modifiedMillis()).isPositive();
    }

    @Test
    void anEmptyFileIsAFile() {
        Location file = root.child("empty");
        io.create(file).close();
        assertThat(io.readAll(file)).isEmpty();
        assertThat(io.find(file).orElseThrow().sizeBytes()).isZero();
    }

    @Test
    void readsAnyRange() {
        byte[] content = randomBytes(200_000, 2);
        write(root.child("file"), content);
        Random random = new Random(3);
        try (SeekableInput input = io.open(root.child("file"))) {
            assertThat(input.size()).isEqualTo(content.length);
            for (int i = 0; i < 50; i++) {
                int start = random.nextInt(content.length);
                int length = random.nextInt(content.length - start + 1);
                byte[] target = new byte[length + 7];
                input.readFully(start, target, 5, length);
                assertThat(target).startsWith(0, 0, 0, 0, 0).endsWith(0, 0);
                assertThat(Arrays.copyOfRange(target, 5, 5 + length))
                        .isEqualTo(Arrays.copyOfRange(content, start, start + length));
            }
        }
    }

    @Test
    void readingBeyondTheEndIsCorruption() {
        write(root.child("file"), new byte[10]);
        try (SeekableInput input = io.open(root.child("file"))) {
            assertThatThrownBy(() -> input.readFully(5, new byte[6], 0, 6))
                    .isInstanceOf(CorruptTableException.class)
                    .hasMessageContaining(root.child("file").value());
            assertThatThrownBy(() -> input.readFully(11, new byte[1], 0, 1)).isInstanceOf(CorruptTableException.class);
            input.readFully(10, new byte[0], 0, 0);
        }
    }

    @Test
    void whatIsNotThereIsReportedAsSuch() {
        Location missing = root.child("missing");
        assertThat(io.find(missing)).isEmpty();
        assertThat(io.list(missing)).isEmpty();
        for (Runnable read : List.<Runnable>of(() -> io.readAll(missing), () -> io.open(missing))) {
            assertThatThrownBy(read::run)
                    .isInstanceOfSatisfying(
                            StorageException.class,
                            e -> assertThat(e.isNotFound()).isTrue())
                    .hasMessageContaining(missing.value());
        }
        assertThatCode(() -> io.delete(missing)).doesNotThrowAnyException();
    }

    @Test
    void listsWhatIsDirectlyBelow() {
        write(root.child("t/one"), new byte[1]);
        write(root.child("t/two"), new byte[2]);
        write(root.child("t/deep/er/three"), new byte[3]);
        write(root.child("t2"), new byte[4]);
        assertThat(io.list(root.child("t")))
                .extracting(FileEntry::location, FileEntry::directory, FileEntry::sizeBytes)
                .containsExactlyInAnyOrder(
                        tuple(root.child("t/one"), false, 1L),
                        tuple(root.child("t/two"), false, 2L),
                        tuple(root.child("t/deep"), true, 0L));
        assertThat(io.find(root.child("t/deep")).orElseThrow().directory()).isTrue();
    }

    @Test
    void namesAreLiteral() {
        for (String name : List.of("dt=a%2Fb%3Dc%3Ad e%25", "100%", "x+y&z", "ünï", "a#b", "q?r", "{x}[y]")) {
            Location file = root.child("literal/" + name + "/file of " + name);
            write(file, name.getBytes(UTF_8));
            assertThat(io.readAll(file)).isEqualTo(name.getBytes(UTF_8));
            assertThat(io.list(root.child("literal")))
                    .extracting(FileEntry::location)
                    .contains(root.child("literal/" + name));
            assertThat(io.list(file.parent())).extracting(FileEntry::location).containsExactly(file);
        }
    }

    @Test
    void deletesFiles() {
        write(root.child("d/file"), new byte[1]);
        write(root.child("d/other"), new byte[1]);
        io.delete(root.child("d/file"));
        assertThat(io.find(root.child("d/file"))).isEmpty();
        assertThat(io.list(root.child("d"))).extracting(FileEntry::name).containsExactly("other");
    }

    @Test
    void aDirectoryIsDeletedOnlyWhenEmpty() {
        write(root.child("d/file"), new byte[1]);
        assertThatThrownBy(() -> io.delete(root.child("d")))
                .isInstanceOfSatisfying(
                        StorageException.class, e -> assertThat(e.retryable()).isFalse());
        assertThat(io.find(root.child("d/file"))).isPresent();
        io.delete(root.child("d/file"));
        io.delete(root.child("d"));
        assertThat(io.find(root.child("d"))).isEmpty();
    }

    @Test
    void anAbortedFileIsGone() {
        Location file = root.child("d/aborted");
        FileOutput output = io.create(file);
        output.write(randomBytes(100_000, 4), 0, 100_000);
        output.abort();
        output.abort();
        assertThat(io.find(file)).isEmpty();
        assertThat(io.list(root.child("d"))).isEmpty();
    }

    @Test
    void abortAfterASuccessfulCloseChangesNothing() {
        FileOutput output = io.create(root.child("file"));
        output.write(new byte[] {1}, 0, 1);
        output.close();
        output.close();
        output.abort();
        assertThat(io.readAll(root.child("file"))).containsExactly(1);
    }

    @Test
    void overwriteReplaces() {
        Location hint = root.child("snapshot/LATEST");
        io.overwrite(hint, "10".getBytes(UTF_8));
        io.overwrite(hint, "9".getBytes(UTF_8));
        assertThat(io.readAll(hint)).isEqualTo("9".getBytes(UTF_8));
        assertThat(io.list(hint.parent())).extracting(FileEntry::location).containsExactly(hint);
    }

    @Test
    void createIfAbsentCreatesOnce() {
        assumeTrue(createsAtomically());
        Location file = root.child("snapshot/snapshot-1");
        assertThat(io.createIfAbsent(file, "first".getBytes(UTF_8))).isTrue();
        assertThat(io.createIfAbsent(file, "second".getBytes(UTF_8))).isFalse();
        assertThat(io.readAll(file)).isEqualTo("first".getBytes(UTF_8));
        assertThat(io.list(file.parent())).extracting(FileEntry::location).containsExactly(file);
    }

    @Test
    void theProbeLeavesNothingBehind() {
        assumeTrue(createsAtomically());
        io.requireAtomicCreate(root);
        assertThat(io.list(root)).isEmpty();
    }

    /** All racers start at one moment; a reader polls for a part of the content meanwhile. */
    @Test
    void ofManyRacersExactlyOneCreatesTheFile() throws Exception {
        assumeTrue(createsAtomically());
        ExecutorService threads = Executors.newFixedThreadPool(RACERS + 1);
        try {
            CyclicBarrier start = new CyclicBarrier(RACERS + 1);
            for (int race = 0; race < races(); race++) {
                Location file = root.child("race/snapshot-" + (race + 1));
                List<Future<Boolean>> racers = new ArrayList<>();
                for (int racer = 0; racer < RACERS; racer++) {
                    byte[] content = contentOf(racer);
                    racers.add(threads.submit(() -> {
                        start.await();
                        return io.createIfAbsent(file, content);
                    }));
                }
                Future<byte[]> reader = threads.submit(() -> {
                    start.await();
                    return firstContent(file);
                });
                List<Integer> winners = new ArrayList<>();
                for (int racer = 0; racer < RACERS; racer++) {
                    if (racers.get(racer).get()) {
                        winners.add(racer);
                    }
                }
                assertThat(winners).as("winners of race %s", race).hasSize(1);
                assertThat(authorOf(reader.get()))
                        .as("whose content the reader saw first in race %s", race)
                        .isEqualTo(winners.get(0));
                assertThat(authorOf(io.readAll(file))).isEqualTo(winners.get(0));
            }
            assertThat(io.list(root.child("race"))).hasSize(races());
        } finally {
            threads.shutdownNow();
        }
    }

    private byte[] firstContent(Location file) {
        while (true) {
            try {
                return io.readAll(file);
            } catch (StorageException e) {
                if (!e.isNotFound()) {
                    throw e;
                }
                Thread.onSpinWait();
            }
        }
    }

    private static byte[] contentOf(int racer) {
        return randomBytes(2_000, racer);
    }

    /** The racer whose complete content this is, or -1. */
    private static int authorOf(byte[] content) {
        for (int racer = 0; racer < RACERS; racer++) {
            if (Arrays.equals(content, contentOf(racer))) {
                return racer;
            }
        }
        return -1;
    }

    private void write(Location file, byte[] content) {
        try (FileOutput output = io.create(file)) {
            output.write(content, 0, content.length);
        }
    }

    private static byte[] randomBytes(int length, long seed) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }
}
