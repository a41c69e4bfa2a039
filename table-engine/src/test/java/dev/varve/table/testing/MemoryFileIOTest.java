package dev.varve.table.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.fs.FileIO;
import dev.varve.table.fs.FileOutput;
import dev.varve.table.fs.Location;
import org.junit.jupiter.api.Test;

class MemoryFileIOTest extends FileIOContract {
    private final MemoryFileIO store = new MemoryFileIO();

    @Override
    protected FileIO open() {
        return store;
    }

    @Override
    protected Location root() {
        return Location.of("/warehouse");
    }

    @Test
    void aFileAppearsWhenItIsClosed() {
        FileOutput output = store.create(Location.of("/t/file"));
        output.write(new byte[3], 0, 3);
        assertThat(store.files()).isEmpty();
        output.close();
        assertThat(store.files()).containsExactly(Location.of("/t/file"));
    }

    @Test
    void aCopyGoesItsOwnWay() {
        store.put(Location.of("/t/a"), "1");
        MemoryFileIO copy = store.copy();
        copy.put(Location.of("/t/a"), "2");
        copy.put(Location.of("/t/b"), "3");
        assertThat(store.files()).containsExactly(Location.of("/t/a"));
        assertThat(store.text(Location.of("/t/a"))).isEqualTo("1");
    }

    @Test
    void filesBelowADirectoryAreNotThoseOfItsNeighbours() {
        for (String name : new String[] {"/t/x", "/t/y/z", "/t-2/x", "/t.x", "/s"}) {
            store.put(Location.of(name), "");
        }
        assertThat(store.filesBelow(Location.of("/t"))).containsExactly(Location.of("/t/x"), Location.of("/t/y/z"));
    }

    @Test
    void writingANameTwiceIsABug() {
        store.create(Location.of("/t/file")).close();
        assertThatThrownBy(() -> store.create(Location.of("/t/file")).close())
                .isInstanceOf(IllegalStateException.class);
    }
}
