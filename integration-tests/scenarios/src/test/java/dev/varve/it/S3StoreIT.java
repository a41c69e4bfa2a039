package dev.varve.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.it.process.Checkout;
import dev.varve.it.process.Workspace;
import dev.varve.it.s3.S3Server;
import dev.varve.table.error.StorageException;
import dev.varve.table.error.UnsupportedFormatException;
import dev.varve.table.fs.FileIO;
import dev.varve.table.fs.FileStores;
import dev.varve.table.fs.Location;
import dev.varve.table.testing.FileIOContract;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Everything that the engine asks of a store, asked of S3: conditional writes among racing clients above all. */
class S3StoreIT extends FileIOContract {
    private static Workspace workspace;
    private static S3Server server;
    private static int tests;

    private final Location root = Location.of("s3a://lake/test-" + ++tests);

    @BeforeAll
    static void start() {
        workspace = Workspace.create(Checkout.target().resolve("work"), "s3-store");
        server = S3Server.start(workspace);
        server.createBucket("lake");
    }

    @AfterAll
    static void stop() {
        if (workspace != null) {
            workspace.close();
        }
    }

    @Override
    protected FileIO open() {
        return FileStores.open(root, server.hadoopSettings());
    }

    @Override
    protected Location root() {
        return root;
    }

    /** Each race is sixteen requests, which a small machine answers in a second. */
    @Override
    protected int races() {
        return super.races() / 10;
    }

    @Test
    void theOtherNameOfTheSchemeWorksToo() {
        Location s3 = Location.of("s3://lake/test-" + ++tests);
        try (FileIO io = FileStores.open(s3, server.hadoopSettings())) {
            io.requireAtomicCreate(s3);
            assertThat(io.createIfAbsent(s3.child("snapshot-1"), new byte[3])).isTrue();
            assertThat(io.list(s3)).hasSize(1);
        }
    }

    @Test
    void withoutConditionalWritesS3IsRefused() {
        try (FileIO io = FileStores.open(root, with("fs.s3a.create.conditional.enabled", "false"))) {
            assertThatThrownBy(() -> io.requireAtomicCreate(root))
                    .isInstanceOf(UnsupportedFormatException.class)
                    .hasMessageContaining("fs.s3a.create.conditional.enabled");
        }
    }

    @Test
    void whatTheServerRefusesIsNotTriedAgain() {
        try (FileIO io = FileStores.open(root, with("fs.s3a.secret.key", "wrong"))) {
            assertRefused(() -> io.list(root));
        }
        Location elsewhere = Location.of("s3a://no-such-bucket/t");
        try (FileIO io = FileStores.open(elsewhere, server.hadoopSettings())) {
            assertRefused(() -> io.list(elsewhere));
        }
    }

    private static Map<String, String> with(String key, String value) {
        Map<String, String> settings = new HashMap<>(server.hadoopSettings());
        settings.put(key, value);
        return settings;
    }

    private static void assertRefused(Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        StorageException.class, e -> assertThat(e.kind()).isEqualTo(StorageException.Kind.REFUSED));
    }
}
