package dev.varve.table.hadoop;

import dev.varve.table.error.CommitOutcomeUnknownException;
import dev.varve.table.error.StorageException.Kind;
import dev.varve.table.fs.Location;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options.CreateFileOptionKeys;
import org.apache.hadoop.fs.Path;

/**
 * Atomic creation on object stores: one request carries the whole content and the condition that the name is free, and the store
 * judges it when the stream is closed.
 *
 * <p>The client repeats a request whose answer was lost. If the lost one had succeeded, the repetition is refused because of it.
 * So after any failure of the last step the object is read: our own content means that we created it, other content that we did
 * not. If there is no object, a request may still be on its way, and nobody can tell.
 */
final class ObjectCreate implements AtomicCreate {
    private final FileSystem fileSystem;
    private final Opener opener;

    private ObjectCreate(FileSystem fileSystem, Opener opener) {
        this.fileSystem = fileSystem;
        this.opener = opener;
    }

    /** Starts an upload that fails at its end if the name is taken. */
    @FunctionalInterface
    private interface Opener {
        FSDataOutputStream open(Path path) throws IOException;
    }

    /** S3A's option. Demanded, not asked for: file systems ignore an optional key that they do not know. */
    static ObjectCreate conditionalPut(FileSystem fileSystem) {
        return new ObjectCreate(fileSystem, path -> (FSDataOutputStream) fileSystem
                .createFile(path)
                .overwrite(true)
                .recursive()
                .must(CreateFileOptionKeys.FS_OPTION_CREATE_CONDITIONAL_OVERWRITE, true)
                .build());
    }

    /** Google's file systems remember at the start that the object had no generation, and make that the upload's condition. */
    static ObjectCreate generationMatch(FileSystem fileSystem) {
        return new ObjectCreate(fileSystem, path -> HadoopOutput.start(fileSystem, path, false));
    }

    @Override
    public boolean create(Location file, Path path, byte[] content) throws IOException {
        FSDataOutputStream stream;
        try {
            stream = opener.open(path);
        } catch (FileAlreadyExistsException e) {
            return false;
        }
        write(stream, content);
        try {
            stream.close();
            return true;
        } catch (IOException e) {
            return isOurs(file, path, content, e);
        }
    }

    /** Closing after a failed write could publish a part, so the stream is discarded. Nothing was published before. */
    private static void write(FSDataOutputStream stream, byte[] content) throws IOException {
        boolean written = false;
        try {
            stream.write(content);
            written = true;
        } finally {
            if (!written) {
                HadoopOutput.discard(stream);
            }
        }
    }

    private boolean isOurs(Location file, Path path, byte[] content, IOException failure) throws IOException {
        byte[] stored;
        try {
            stored = HadoopInput.readAll(fileSystem, path);
        } catch (FileNotFoundException e) {
            if (HadoopCalls.kindOf(failure) == Kind.REFUSED) {
                throw failure;
            }
            throw unknown(file, failure);
        } catch (IOException e) {
            failure.addSuppressed(e);
            throw unknown(file, failure);
        }
        return Arrays.equals(stored, content);
    }

    private static CommitOutcomeUnknownException unknown(Location file, IOException failure) {
        return new CommitOutcomeUnknownException(
                "cannot tell whether " + file + " was created by this process: " + failure, failure);
    }
}
