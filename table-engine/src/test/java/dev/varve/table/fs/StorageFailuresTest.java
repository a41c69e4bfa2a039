package dev.varve.table.fs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.error.StorageException;
import dev.varve.table.error.StorageException.Kind;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StorageFailuresTest {
    private static final Location FILE = Location.of("/t/file");

    @Test
    void failuresAreSortedByRemedy() {
        Map<IOException, Kind> kinds = Map.ofEntries(
                Map.entry(new NoSuchFileException("/t/file"), Kind.NOT_FOUND),
                Map.entry(new FileNotFoundException("s3a://b/t"), Kind.NOT_FOUND),
                Map.entry(new FileNotFoundException("/t/file (Permission denied)"), Kind.REFUSED),
                Map.entry(new AccessDeniedException("/t/file"), Kind.REFUSED),
                Map.entry(new FileSystemException("/t/file", null, "Read-only file system"), Kind.REFUSED),
                Map.entry(new IOException("No space left on device"), Kind.REFUSED),
                Map.entry(new FileSystemException("/t/file", null, "Disk quota exceeded"), Kind.REFUSED),
                Map.entry(new FileSystemException("/t/file", null, "Too many open files"), Kind.TRANSIENT),
                Map.entry(new IOException("Input/output error"), Kind.TRANSIENT),
                Map.entry(new SocketTimeoutException(), Kind.TRANSIENT),
                Map.entry(new ClosedByInterruptException(), Kind.TRANSIENT));
        kinds.forEach((cause, kind) -> {
            StorageException failure = StorageFailures.of("read", FILE, cause);
            assertThat(failure.kind()).as(cause.toString()).isEqualTo(kind);
            assertThat(failure).hasCause(cause).hasMessageContaining("cannot read /t/file");
            assertThat(failure.getMessage()).doesNotContain("null");
        });
    }

    @Test
    void messagesAreOneLine() {
        IOException remote = new IOException("refused by the server\n\tat org.example.Server.call(Server.java:1)\n");
        assertThat(StorageFailures.of("rename", FILE, remote))
                .hasMessage("cannot rename /t/file: IOException: refused by the server");
        assertThat(StorageFailures.of("rename", FILE, new IOException("")))
                .hasMessage("cannot rename /t/file: IOException: ");
    }
}
