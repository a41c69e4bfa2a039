package dev.varve.table.fs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.env.Env;
import dev.varve.table.error.InvalidInputException;
import dev.varve.table.testing.MemoryFileIO;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileStoresTest {
    @Test
    void localFilesNeedNoSettings(@TempDir Path directory) {
        for (String root : List.of(directory.toString(), "file://" + directory)) {
            try (FileIO io = FileStores.open(Location.of(root), Map.of())) {
                io.overwrite(Location.of(root).child("file"), new byte[3]);
                assertThat(io.readAll(Location.of(root).child("file"))).hasSize(3);
            }
        }
        assertThat(directory.resolve("file")).exists();
    }

    @Test
    void aConnectThreadWithAForeignClassLoaderStillFindsThem() {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(ClassLoader.getPlatformClassLoader());
        try {
            FileStores.open(Location.of("/tmp"), Map.of()).close();
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    @Test
    void anUnknownSchemeIsRefusedWithTheKnownOnes() {
        assertThatThrownBy(() -> FileStores.open(Location.of("ftp://host/t"), Map.of()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("'ftp'")
                .hasMessageContaining("known schemes: ")
                .hasMessageContaining("file");
    }

    @Test
    void theHighestPriorityWins() {
        FileIOProvider low = new Provider(Set.of("x", "y"), 1);
        FileIOProvider high = new Provider(Set.of("x"), 2);
        assertThat(FileStores.select(Location.of("x://h/t"), List.of(low, high)))
                .isSameAs(high);
        assertThat(FileStores.select(Location.of("x://h/t"), List.of(high, low)))
                .isSameAs(high);
        assertThat(FileStores.select(Location.of("Y://h/t"), List.of(high, low)))
                .isSameAs(low);
    }

    private record Provider(Set<String> schemes, int priority) implements FileIOProvider {
        @Override
        public FileIO open(Location root, Map<String, String> settings, Env env) {
            return new MemoryFileIO();
        }
    }
}
