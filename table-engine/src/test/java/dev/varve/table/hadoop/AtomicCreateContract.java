package dev.varve.table.hadoop;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.env.Env;
import dev.varve.table.error.CommitOutcomeUnknownException;
import dev.varve.table.error.TableException;
import dev.varve.table.fs.FileIO;
import dev.varve.table.fs.Location;
import dev.varve.table.hadoop.NamespaceFileSystem.Answer;
import dev.varve.table.testing.FileIOContract;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a way of creating files atomically must do when answers get lost. */
abstract class AtomicCreateContract extends FileIOContract {
    private static final byte[] OURS = "ours".getBytes(UTF_8);
    private static final byte[] THEIRS = "theirs".getBytes(UTF_8);

    @TempDir
    private Path directory;

    abstract String scheme();

    abstract Class<? extends NamespaceFileSystem> fileSystem();

    @Override
    protected FileIO open() {
        Map<String, String> settings =
                Map.of("fs." + scheme() + ".impl", fileSystem().getName());
        return new HadoopFileIOProvider().open(root(), settings, Env.system());
    }

    @Override
    protected Location root() {
        return Location.of(scheme() + "://authority" + directory + "/warehouse");
    }

    /** Each attempt forces a file to disk. */
    @Override
    protected int races() {
        return super.races() / 10;
    }

    @AfterEach
    void answerHonestlyAgain() {
        NamespaceFileSystem.answer(() -> Answer.HONEST);
    }

    @Test
    void oneOwnLostSuccessIsRecognised() {
        for (Answer answer : new Answer[] {Answer.LOST, Answer.REPEATED}) {
            Location file = root().child("snapshot-" + answer.name());
            NamespaceFileSystem.answer(() -> answer);
            try (FileIO io = open()) {
                assertThat(io.createIfAbsent(file, OURS)).as(answer.name()).isTrue();
                assertThat(io.readAll(file)).isEqualTo(OURS);
            }
        }
        assertNothingElse();
    }

    @Test
    void anothersSuccessIsALoss() {
        Location file = root().child("snapshot-1");
        try (FileIO io = open()) {
            io.createIfAbsent(file, THEIRS);
            for (Answer answer : Answer.values()) {
                NamespaceFileSystem.answer(() -> answer);
                assertThat(io.createIfAbsent(file, OURS)).as(answer.name()).isFalse();
                assertThat(io.readAll(file)).isEqualTo(THEIRS);
            }
        }
        assertNothingElse();
    }

    /** Whatever is answered: true and false are the truth, and an error other than "unknown" means that it was not created. */
    @Test
    void theAnswerIsNeverWrong() {
        Random random = new Random(1);
        try (FileIO io = open()) {
            for (int round = 0; round < 100; round++) {
                Location file = root().child("snapshot-" + round);
                NamespaceFileSystem.answer(() -> Answer.values()[random.nextInt(Answer.values().length)]);
                if (random.nextInt(3) == 0) {
                    create(io, file, THEIRS);
                }
                Boolean created = create(io, file, OURS);
                byte[] content = io.find(file).isPresent() ? io.readAll(file) : null;
                if (created != null) {
                    assertThat(Arrays.equals(OURS, content))
                            .as("round %s", round)
                            .isEqualTo(created);
                }
            }
        }
    }

    /** True or false as answered, false after an error that says so, null if unknown. */
    private static Boolean create(FileIO io, Location file, byte[] content) {
        try {
            return io.createIfAbsent(file, content);
        } catch (CommitOutcomeUnknownException e) {
            return null;
        } catch (TableException e) {
            return false;
        }
    }

    final void assertFails(Class<? extends TableException> expected) {
        Location file = root().child("snapshot-1");
        NamespaceFileSystem.answer(() -> Answer.FAILED);
        try (FileIO io = open()) {
            assertThatThrownBy(() -> io.createIfAbsent(file, OURS))
                    .isInstanceOf(expected)
                    .hasMessageContaining(file.value());
            assertThat(io.list(root())).isEmpty();
        }
    }

    private void assertNothingElse() {
        try (FileIO io = open()) {
            assertThat(io.list(root()))
                    .allSatisfy(entry -> assertThat(entry.name()).startsWith("snapshot-"));
        }
    }
}
