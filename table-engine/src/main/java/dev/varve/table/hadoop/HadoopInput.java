package dev.varve.table.hadoop;

import dev.varve.table.error.Check;
import dev.varve.table.error.CorruptTableException;
import dev.varve.table.fs.Location;
import dev.varve.table.fs.SeekableInput;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FutureDataInputStreamBuilder;
import org.apache.hadoop.fs.Options.OpenFileOptions;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.functional.FutureIO;

/** Positional reads of a Hadoop file. */
final class HadoopInput implements SeekableInput {
    private final Location location;
    private final FSDataInputStream stream;
    private final long size;

    private HadoopInput(Location location, FSDataInputStream stream, long size) {
        this.location = location;
        this.stream = stream;
        this.size = size;
    }

    /** Opens for reads of ranges in any order; one look-up gives the size, which the file system need not ask for again. */
    static HadoopInput open(FileSystem fileSystem, Location location, Path path) throws IOException {
        FileStatus status = fileSystem.getFileStatus(path);
        if (status.isDirectory()) {
            throw new FileNotFoundException(path + " is a directory");
        }
        FutureDataInputStreamBuilder builder = fileSystem.openFile(path).withFileStatus(status);
        builder.opt(
                OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY, OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY_RANDOM);
        return new HadoopInput(location, FutureIO.awaitFuture(builder.build()), status.getLen());
    }

    /** The same without a look-up, of a file that must have this size if it is there: for object stores, which ask when they read. */
    static HadoopInput openOfSize(FileSystem fileSystem, Location location, Path path, long size) throws IOException {
        FutureDataInputStreamBuilder builder =
                fileSystem.openFile(path).optLong(OpenFileOptions.FS_OPTION_OPENFILE_LENGTH, size);
        builder.opt(
                OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY, OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY_RANDOM);
        return new HadoopInput(location, FutureIO.awaitFuture(builder.build()), size);
    }

    static byte[] readAll(FileSystem fileSystem, Path path) throws IOException {
        FutureDataInputStreamBuilder builder = fileSystem.openFile(path);
        builder.opt(
                OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY,
                OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY_WHOLE_FILE);
        try (FSDataInputStream stream = FutureIO.awaitFuture(builder.build())) {
            return stream.readAllBytes();
        }
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public void readFully(long position, byte[] target, int offset, int length) {
        Check.argument(position >= 0 && length >= 0, "cannot read %s bytes at %s", length, position);
        if (length == 0) {
            return;
        }
        if (position + length > size) {
            throw new CorruptTableException(
                    location + " ends after " + size + " bytes; expected " + length + " bytes at position " + position);
        }
        HadoopCalls.run("read", location, () -> {
            try {
                stream.readFully(position, target, offset, length);
            } catch (EOFException e) {
                throw new CorruptTableException(
                        location + " ends before byte " + (position + length) + " where it is said to have " + size
                                + " bytes",
                        e);
            }
        });
    }

    @Override
    public void close() {
        HadoopCalls.run("close", location, stream::close);
    }
}
