package dev.varve.table.hadoop;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.env.Env;
import dev.varve.table.error.InvalidInputException;
import dev.varve.table.error.StorageException;
import dev.varve.table.error.UnsupportedFormatException;
import dev.varve.table.fs.FileIO;
import dev.varve.table.fs.FileStores;
import dev.varve.table.fs.Location;
import dev.varve.table.testing.FileIOContract;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.FileStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Over Hadoop's own local file system, which can do everything but create atomically. */
class HadoopFileIOTest extends FileIOContract {
    @TempDir
    private Path directory;

    private final HadoopFileIOProvider provider = new HadoopFileIOProvider();

    @Override
    protected FileIO open() {
        return provider.open(root(), Map.of(), Env.system());
    }

    @Override
    protected Location root() {
        return Location.of("file://" + directory + "/warehouse");
    }

    @Override
    protected boolean createsAtomically() {
        return false;
    }

    @Test
    void hadoopsLocalFilesAreRefusedForCommits() {
        try (FileIO io = open()) {
            for (Runnable call : new Runnable[] {
                () -> io.requireAtomicCreate(root()), () -> io.createIfAbsent(root().child("snapshot-1"), new byte[1])
            }) {
                assertThatThrownBy(call::run)
                        .isInstanceOf(UnsupportedFormatException.class)
                        .hasMessageContaining(root().value())
                        .hasMessageContaining("plain path");
            }
        }
    }

    @Test
    void aStoreWithoutAKnownWayIsRefused() {
        Map<String, String> settings = Map.of("fs.abfs.impl", NamespaceFileSystem.class.getName());
        Location azure = Location.of("abfs://container" + directory);
        try (FileIO io = provider.open(azure, settings, Env.system())) {
            assertThatThrownBy(() -> io.requireAtomicCreate(azure))
                    .isInstanceOf(UnsupportedFormatException.class)
                    .hasMessageContaining("hierarchical namespace");
        }
    }

    /** Credentials that are wrong are for nothing to be waited for. */
    @Test
    void aStoreThatRefusesEverythingIsNotTakenForOneThatMayHaveCreatedSomething() {
        Location root = Location.of("s3a://bucket/warehouse");
        try (FileIO io =
                provider.open(root, Map.of("fs.s3a.impl", ForbiddenFileSystem.class.getName()), Env.system())) {
            assertThatThrownBy(() -> io.requireAtomicCreate(root))
                    .isInstanceOfSatisfying(
                            StorageException.class, e -> assertThat(e.kind()).isEqualTo(StorageException.Kind.REFUSED))
                    .hasMessageContaining("403");
        }
    }

    /** An object store with conditional writes to which the credentials give no right. */
    public static final class ForbiddenFileSystem extends NamespaceFileSystem {
        @Override
        public boolean hasPathCapability(org.apache.hadoop.fs.Path path, String capability) {
            return true;
        }

        @Override
        public FSDataOutputStreamBuilder<?, ?> createFile(org.apache.hadoop.fs.Path path) {
            return new Builder(this, path);
        }

        @Override
        public FileStatus getFileStatus(org.apache.hadoop.fs.Path path) throws IOException {
            throw forbidden();
        }

        @Override
        public FSDataInputStream open(org.apache.hadoop.fs.Path path, int bufferSize) throws IOException {
            throw forbidden();
        }

        /** The answer comes when the stream is closed. */
        private static final class Builder extends FSDataOutputStreamBuilder<FSDataOutputStream, Builder> {
            Builder(ForbiddenFileSystem fileSystem, org.apache.hadoop.fs.Path path) {
                super(fileSystem, path);
            }

            @Override
            public Builder getThisBuilder() {
                return this;
            }

            @Override
            public FSDataOutputStream build() throws IOException {
                return new FSDataOutputStream(
                        new ByteArrayOutputStream() {
                            @Override
                            public void close() throws IOException {
                                throw forbidden();
                            }
                        },
                        null);
            }
        }

        private static AccessDeniedException forbidden() {
            return new AccessDeniedException("403 forbidden");
        }
    }

    @Test
    void eachStoreHasItsOwnSettings() {
        Location root = Location.of("hdfs://server" + directory);
        try (FileIO io =
                        provider.open(root, Map.of("fs.hdfs.impl", NamespaceFileSystem.class.getName()), Env.system());
                FileIO other = provider.open(
                        root, Map.of("fs.hdfs.impl", ConditionalFileSystem.class.getName()), Env.system())) {
            io.overwrite(root.child("file"), "x".getBytes(UTF_8));
            io.close();
            assertThat(other.readAll(root.child("file"))).isEqualTo("x".getBytes(UTF_8));
        }
    }

    @Test
    void settingsCanComeFromFiles() throws IOException {
        Files.writeString(
                directory.resolve("core-site.xml"),
                "<configuration><property><name>fs.hdfs.impl</name><value>" + NamespaceFileSystem.class.getName()
                        + "</value></property></configuration>");
        Location root = Location.of("hdfs://server" + directory);
        provider.open(root, Map.of("conf.dir", directory.toString()), Env.system())
                .close();
        assertThatThrownBy(() -> provider.open(root, Map.of("conf.dir", directory + "/nowhere"), Env.system()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("conf.dir");
    }

    @Test
    void aFileSystemThatIsNotInstalledIsNamed() {
        assertThatThrownBy(() -> provider.open(Location.of("gs://bucket/t"), Map.of(), Env.system()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("gs://bucket/t")
                .hasMessageContaining("hadoop-gcp");
    }

    @Test
    void aClassThatIsMissingIsReportedAsASetting() {
        Map<String, String> settings = Map.of("fs.hdfs.impl", "no.such.FileSystem");
        assertThatThrownBy(() -> provider.open(Location.of("hdfs://h/t"), settings, Env.system()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("no.such.FileSystem");
    }

    @Test
    void localFilesAreTheEnginesOwnByDefault() {
        try (FileIO io = FileStores.open(root(), Map.of())) {
            io.requireAtomicCreate(root());
        }
    }

    @Test
    void otherStoresAreFoundByTheirScheme() {
        Location root = Location.of("hdfs://server" + directory);
        Map<String, String> settings = Map.of("fs.hdfs.impl", NamespaceFileSystem.class.getName());
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(ClassLoader.getPlatformClassLoader());
        try (FileIO io = FileStores.open(root, settings)) {
            io.requireAtomicCreate(root);
            assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(ClassLoader.getPlatformClassLoader());
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    @Test
    void readingADirectoryIsNotFoundOrRefused() {
        try (FileIO io = open()) {
            io.overwrite(root().child("d/file"), new byte[1]);
            assertThatThrownBy(() -> io.open(root().child("d")))
                    .isInstanceOfSatisfying(
                            StorageException.class,
                            e -> assertThat(e.retryable()).isFalse());
            assertThatThrownBy(() -> io.list(root().child("d/file")))
                    .isInstanceOfSatisfying(
                            StorageException.class,
                            e -> assertThat(e.retryable()).isFalse());
        }
    }

    @Test
    void secretsAreKnownByName() {
        for (String secret : new String[] {
            "fs.s3a.secret.key",
            "fs.s3a.access.key",
            "fs.s3a.session.token",
            "fs.azure.account.key.name.dfs.core.windows.net",
            "fs.s3a.proxy.password"
        }) {
            assertThat(provider.isSecret(secret)).as(secret).isTrue();
        }
        assertThat(provider.isSecret("fs.s3a.endpoint")).isFalse();
        assertThat(provider.isSecret("fs.s3a.path.style.access")).isFalse();
    }
}
