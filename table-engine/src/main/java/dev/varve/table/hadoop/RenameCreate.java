package dev.varve.table.hadoop;

import dev.varve.table.env.Env;
import dev.varve.table.error.CommitOutcomeUnknownException;
import dev.varve.table.fs.Location;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Atomic creation where one server keeps the names: the content is written to a temporary file beside, which is then renamed. The
 * server refuses the rename if the name is taken.
 *
 * <p>A rename whose answer was lost is settled by deleting the temporary file: if it was still there, the rename has not happened
 * and now never can; if it was not, the rename did happen, which the content confirms.
 */
final class RenameCreate implements AtomicCreate {
    private final FileSystem fileSystem;
    private final Env env;

    RenameCreate(FileSystem fileSystem, Env env) {
        this.fileSystem = fileSystem;
        this.env = env;
    }

    @Override
    public boolean create(Location file, Path path, byte[] content) throws IOException {
        Path temporary = HadoopFileIO.path(file.parent().child("." + file.name() + "." + env.newUuid() + ".tmp"));
        write(temporary, content);
        IOException failure;
        try {
            if (fileSystem.rename(temporary, path)) {
                return true;
            }
            failure = new IOException("the file system refused to rename " + temporary + " and gives no reason");
        } catch (IOException e) {
            failure = e;
        }
        return settle(file, path, temporary, content, failure);
    }

    private void write(Path temporary, byte[] content) throws IOException {
        FSDataOutputStream stream = HadoopOutput.start(fileSystem, temporary, false);
        try {
            stream.write(content);
            HadoopOutput.complete(stream);
        } catch (IOException e) {
            HadoopOutput.discard(stream);
            deleteAfter(e, temporary);
            throw e;
        }
    }

    private void deleteAfter(IOException failure, Path temporary) {
        try {
            fileSystem.delete(temporary, false);
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    private boolean settle(Location file, Path path, Path temporary, byte[] content, IOException failure)
            throws IOException {
        boolean renamed;
        byte[] stored;
        try {
            renamed = !fileSystem.delete(temporary, false);
            stored = read(path);
        } catch (IOException e) {
            failure.addSuppressed(e);
            throw unknown(file, failure);
        }
        boolean ours = Arrays.equals(stored, content);
        if (renamed != ours) {
            throw unknown(file, failure);
        }
        if (!ours && stored == null) {
            throw failure;
        }
        return ours;
    }

    /** The content of the file, null if there is none. */
    private byte[] read(Path path) throws IOException {
        try {
            return HadoopInput.readAll(fileSystem, path);
        } catch (FileNotFoundException e) {
            return null;
        }
    }

    private static CommitOutcomeUnknownException unknown(Location file, IOException failure) {
        return new CommitOutcomeUnknownException(
                "cannot tell whether " + file + " was created by this process: " + failure, failure);
    }
}
