package dev.varve.table.memtable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalSpillStoreTest {
    @TempDir
    Path parent;

    private List<Path> children() throws IOException {
        try (Stream<Path> children = Files.list(parent)) {
            return children.toList();
        }
    }

    private static void write(SpillStore store, String name, String text) throws IOException {
        try (OutputStream output = store.create(name)) {
            output.write(text.getBytes(java.nio.charset.StandardCharsets.US_ASCII));
        }
    }

    @Test
    void filesAreTheOwnersAndGoWithTheStore() throws IOException {
        Path nested = parent.resolve("made/when/needed");
        LocalSpillStore store = new LocalSpillStore(nested, "a");
        assertThat(children()).isEmpty();
        write(store, "run-1", "hello");
        Path directory = Path.of(store.describe());
        assertThat(directory).isDirectory().hasParent(nested);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)))
                .isEqualTo("rwx------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve("run-1"))))
                .isEqualTo("rw-------");
        try (SpillStore.Input input = store.open("run-1")) {
            byte[] read = new byte[6];
            input.readFully(1, read, 2, 4);
            assertThat(read).containsExactly(0, 0, 'e', 'l', 'l', 'o');
            assertThatThrownBy(() -> input.readFully(3, read, 0, 3)).isInstanceOf(EOFException.class);
        }
        store.delete("run-1");
        store.delete("run-1");
        assertThat(directory.resolve("run-1")).doesNotExist();
        write(store, "run-2", "left open");
        store.close();
        assertThat(directory).doesNotExist();
        assertThatThrownBy(() -> store.create("run-3")).isInstanceOf(IOException.class);
    }

    @Test
    void storesBesideEachOtherDoNotMeet() throws IOException {
        LocalSpillStore left = new LocalSpillStore(parent, "left");
        write(left, "run-1", "left");
        LocalSpillStore right = new LocalSpillStore(parent, "right");
        write(right, "run-1", "right");
        assertThat(children()).hasSize(2);
        left.close();
        try (SpillStore.Input input = right.open("run-1")) {
            byte[] read = new byte[5];
            input.readFully(0, read, 0, 5);
            assertThat(new String(read, java.nio.charset.StandardCharsets.US_ASCII))
                    .isEqualTo("right");
        }
        right.close();
        assertThat(children()).isEmpty();
    }

    @Test
    void whatADeadProcessLeftIsDeleted() throws IOException {
        Path dead = Files.createDirectory(parent.resolve("varve-spill-dead-1"));
        Files.writeString(dead.resolve("owner"), "");
        Files.writeString(dead.resolve("run-1"), "rows");
        Path strange = Files.createDirectory(parent.resolve("something-else"));
        Files.writeString(strange.resolve("owner"), "");
        LocalSpillStore store = new LocalSpillStore(parent, "b");
        write(store, "run-1", "new");
        assertThat(dead).doesNotExist();
        assertThat(strange.resolve("owner")).exists();
        store.close();
    }

    @Test
    void anUnusableParentIsAnError() throws IOException {
        Path file = Files.writeString(parent.resolve("file"), "not a directory");
        LocalSpillStore store = new LocalSpillStore(file, "c");
        assertThatThrownBy(() -> store.create("run-1")).isInstanceOf(IOException.class);
        store.close();
        assertThat(file).hasContent("not a directory");
    }
}
