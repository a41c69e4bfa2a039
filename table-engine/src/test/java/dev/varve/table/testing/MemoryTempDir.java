package dev.varve.table.testing;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/**
 * Temporary directories on a file system in memory, where there is one: forcing to disk, which durable commits do several times,
 * costs nothing there. For tests that make thousands of small commits and do not care about the disk.
 */
public final class MemoryTempDir implements TempDirFactory {
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    @Override
    public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext test) throws Exception {
        return Files.isWritable(SHARED_MEMORY)
                ? Files.createTempDirectory(SHARED_MEMORY, "varve-test-")
                : Files.createTempDirectory("varve-test-");
    }
}
