package dev.varve.table.fs;

import dev.varve.table.error.StorageException;
import dev.varve.table.error.StorageException.Kind;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.List;
import java.util.Locale;

/** Turns failures of a store into {@link StorageException}: the only place where {@code IOException}s are sorted by remedy. */
public final class StorageFailures {
    private static final List<Class<? extends IOException>> REFUSALS = List.of(
            AccessDeniedException.class,
            DirectoryNotEmptyException.class,
            FileAlreadyExistsException.class,
            FileSystemLoopException.class,
            NotDirectoryException.class);

    /** What operating systems say when trying again does not help; the JDK has no exception types for these. */
    private static final List<String> REFUSING_WORDS = List.of(
            "no space left on device",
            "disk quota exceeded",
            "read-only file system",
            "permission denied",
            "operation not permitted",
            "is a directory",
            "not a directory",
            "file name too long",
            "file too large");

    private StorageFailures() {}

    /**
     * A failed call as an exception of the engine.
     *
     * @param operation what was tried, as a verb: {@code read}, {@code list} …
     */
    public static StorageException of(String operation, Location location, IOException cause) {
        return new StorageException(
                kindOf(cause), "cannot " + operation + " " + location + ": " + describe(cause), cause);
    }

    /** NOT_FOUND, REFUSED, or TRANSIENT for everything that is not known to be one of the others. */
    public static Kind kindOf(IOException cause) {
        if (cause instanceof NoSuchFileException || cause instanceof FileNotFoundException) {
            // The old API reports a refused open as "not found", with the real reason in the text.
            return saysRefused(cause) ? Kind.REFUSED : Kind.NOT_FOUND;
        }
        boolean refused = REFUSALS.stream().anyMatch(type -> type.isInstance(cause)) || saysRefused(cause);
        return refused ? Kind.REFUSED : Kind.TRANSIENT;
    }

    private static boolean saysRefused(IOException cause) {
        String message = cause.getMessage() == null ? "" : cause.getMessage().toLowerCase(Locale.ROOT);
        return REFUSING_WORDS.stream().anyMatch(message::contains);
    }

    /** Type and first line: the failures of remote servers go on with the server's stack trace, which the cause keeps. */
    private static String describe(IOException cause) {
        String name = cause.getClass().getSimpleName();
        String message = cause.getMessage();
        return message == null
                ? name
                : name + ": " + message.lines().findFirst().orElse("");
    }
}
