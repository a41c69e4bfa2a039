package dev.varve.table.hadoop;

import dev.varve.table.error.Check;
import dev.varve.table.fs.FileOutput;
import dev.varve.table.fs.Location;
import java.io.IOException;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StreamCapabilities;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A new file of a Hadoop file system. */
final class HadoopOutput implements FileOutput {
    private static final Logger LOG = LoggerFactory.getLogger(HadoopOutput.class);

    private enum State {
        OPEN,
        DURABLE,
        GIVEN_UP
    }

    private final FileSystem fileSystem;
    private final Location location;
    private final Path path;
    private final FSDataOutputStream stream;
    private long position;
    private State state = State.OPEN;

    HadoopOutput(FileSystem fileSystem, Location location, Path path, FSDataOutputStream stream) {
        this.fileSystem = fileSystem;
        this.location = location;
        this.path = path;
        this.stream = stream;
    }

    /**
     * Starts a new file and the directories above it.
     *
     * @param overwrite on S3, also spares the request that asks whether there is a directory of this name
     */
    static FSDataOutputStream start(FileSystem fileSystem, Path path, boolean overwrite) throws IOException {
        FSDataOutputStreamBuilder<?, ?> builder =
                fileSystem.createFile(path).overwrite(overwrite).recursive();
        if (overwrite) {
            builder.opt("fs.s3a.create.performance", true);
        }
        return (FSDataOutputStream) builder.build(); // whose own type does not say what it builds
    }

    /** Writes down what was written so far and ends the file. Object stores show and keep it at the end only. */
    static void complete(FSDataOutputStream stream) throws IOException {
        if (stream.hasCapability(StreamCapabilities.HSYNC)) {
            stream.hsync();
        }
        stream.close();
    }

    /** Ends a stream so that nothing of it appears, if the file system can; else what appears is to be deleted. */
    static void discard(FSDataOutputStream stream) {
        try {
            if (stream.hasCapability(StreamCapabilities.ABORTABLE_STREAM)) {
                stream.abort();
            }
            stream.close();
        } catch (IOException e) {
            LOG.debug("a file that is given up could not be closed", e);
        }
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        Check.that(state == State.OPEN, "write to %s, which is %s", location, state);
        HadoopCalls.run("write", location, () -> stream.write(bytes, offset, length));
        position += length;
    }

    @Override
    public long position() {
        return position;
    }

    @Override
    public void close() {
        if (state == State.OPEN) {
            HadoopCalls.run("complete", location, () -> complete(stream));
            state = State.DURABLE;
        }
    }

    @Override
    public void abort() {
        if (state == State.OPEN) {
            state = State.GIVEN_UP;
            HadoopCalls.run("abort writing", location, () -> {
                discard(stream);
                fileSystem.delete(path, false);
            });
        }
    }
}
