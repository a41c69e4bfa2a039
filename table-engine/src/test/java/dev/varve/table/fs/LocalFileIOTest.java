package dev.varve.table.fs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.env.Env;
import dev.varve.table.error.CommitOutcomeUnknownException;
import dev.varve.table.error.InvalidInputException;
import dev.varve.table.error.StorageException;
import dev.varve.table.error.UnsupportedFormatException;
import dev.varve.table.testing.FileIOContract;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalFileIOTest extends FileIOContract {
    @TempDir
    private Path directory;

    private final FileIO io = new LocalFileIO(Env.system());

    @Override
    protected FileIO open() {
        return io;
    }

    @Override
    protected Location root() {
        return Location.of(directory + "/warehouse");
    }

    @Test
    void urisAndPlainPathsNameTheSameFile() {
        Location plain = root().child("a%20b");
        io.overwrite(plain, new byte[] {7});
        for (String prefix : List.of("file:", "file://", "file://localhost", "FILE:")) {
            Location uri = Location.of(prefix + plain);
            assertThat(io.readAll(uri)).containsExactly(7);
            assertThat(io.list(uri.parent())).extracting(FileEntry::location).containsExactly(uri);
        }
    }

    @Test
    void otherStoresAreNotLocal() {
        for (String other : List.of("s3a://bucket/t", "file://host/t", "file://")) {
            assertThatThrownBy(() -> io.readAll(Location.of(other)))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining(other);
        }
    }

    @Test
    void aFileIsWrittenWhereItsNameSays() throws IOException {
        io.create(root().child("dt=a%2Fb/bucket-0/data-0")).close();
        assertThat(Files.exists(directory.resolve("warehouse/dt=a%2Fb/bucket-0/data-0")))
                .isTrue();
    }

    @Test
    void aNewFileNeverReplacesAnother() throws IOException {
        io.overwrite(root().child("file"), "old".getBytes(UTF_8));
        assertRefused(() -> io.create(root().child("file")));
        assertThat(Files.readString(directory.resolve("warehouse/file"))).isEqualTo("old");
    }

    @Test
    void aFileInTheWayOfADirectoryIsRefused() {
        io.overwrite(root().child("file"), new byte[1]);
        assertRefused(() -> io.create(root().child("file/below")));
        assertRefused(() -> io.createIfAbsent(root().child("file/below"), new byte[1]));
        assertRefused(() -> io.list(root().child("file")));
    }

    @Test
    void readingADirectoryIsRefused() {
        io.overwrite(root().child("d/file"), new byte[1]);
        assertRefused(() -> io.readAll(root().child("d")));
        try (SeekableInput input = io.open(root().child("d"))) {
            assertRefused(() -> input.readFully(0, new byte[1], 0, 1));
        }
    }

    @Test
    void aLostCreateLeavesNoTemporaryFile() {
        io.createIfAbsent(root().child("snapshot-1"), "first".getBytes(UTF_8));
        io.createIfAbsent(root().child("snapshot-1"), "second".getBytes(UTF_8));
        assertThat(io.list(root())).extracting(FileEntry::name).containsExactly("snapshot-1");
    }

    @Test
    void linkedDirectoriesAreFollowed() throws IOException {
        Files.createDirectories(directory.resolve("real"));
        Files.createSymbolicLink(directory.resolve("warehouse"), directory.resolve("real"));
        assertThat(io.createIfAbsent(root().child("snapshot-1"), new byte[1])).isTrue();
        assertThat(directory.resolve("real/snapshot-1")).exists();
    }

    @Test
    void aDanglingLinkIsNotThere() throws IOException {
        Files.createDirectories(directory.resolve("warehouse"));
        Files.createSymbolicLink(directory.resolve("warehouse/gone"), directory.resolve("nowhere"));
        assertThat(io.find(root().child("gone"))).isEmpty();
        assertThat(io.list(root())).isEmpty();
    }

    @Test
    void anOwnLinkWhoseAnswerWasLostIsRecognised() {
        for (IOException failure : List.of(
                new FileAlreadyExistsException("taken"), new FileSystemException("x", null, "Input/output error"))) {
            Location file = root().child("snapshot-" + failure.getClass().getSimpleName());
            LocalFileIO lossy = new LocalFileIO(Env.system(), (name, existing) -> {
                Files.createLink(name, existing);
                throw failure;
            });
            assertThat(lossy.createIfAbsent(file, "ours".getBytes(UTF_8))).isTrue();
            assertThat(io.readAll(file)).isEqualTo("ours".getBytes(UTF_8));
        }
        assertThat(io.list(root())).hasSize(2);
    }

    @Test
    void aFailedLinkIsAFailure() {
        assertThatThrownBy(() -> createWith(new FileSystemException("x", null, "Input/output error")))
                .isInstanceOfSatisfying(
                        StorageException.class, e -> assertThat(e.retryable()).isTrue())
                .hasMessageContaining("snapshot-1");
        assertRefused(() -> createWith(new FileSystemException("x", null, "No space left on device")));
        assertThat(io.list(root())).isEmpty();
    }

    @Test
    void aNameThatIsTakenAndGoneTellsNothing() {
        assertThatThrownBy(() -> createWith(new FileAlreadyExistsException("x")))
                .isInstanceOf(CommitOutcomeUnknownException.class)
                .hasMessageContaining("snapshot-1");
    }

    @Test
    void aFileSystemWithoutHardLinksIsRefused() {
        for (String reason :
                List.of("Operation not permitted", "Operation not supported", "Function not implemented")) {
            assertThatThrownBy(() -> createWith(new FileSystemException("x", null, reason)))
                    .isInstanceOf(UnsupportedFormatException.class)
                    .hasMessageContaining("hard links")
                    .hasMessageContaining("snapshot-1");
        }
        LocalFileIO linkless = new LocalFileIO(Env.system(), (name, existing) -> {
            throw new UnsupportedOperationException("createLink");
        });
        assertThatThrownBy(() -> linkless.requireAtomicCreate(root())).isInstanceOf(UnsupportedFormatException.class);
        assertThat(io.list(root())).isEmpty();
    }

    private void createWith(IOException failure) {
        LocalFileIO failing = new LocalFileIO(Env.system(), (name, existing) -> {
            throw failure;
        });
        failing.createIfAbsent(root().child("snapshot-1"), new byte[1]);
    }

    private static void assertRefused(Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        StorageException.class, e -> assertThat(e.kind()).isEqualTo(StorageException.Kind.REFUSED));
    }
}
