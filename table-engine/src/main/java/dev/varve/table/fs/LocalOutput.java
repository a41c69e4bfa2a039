package dev.varve.table.fs;

import dev.varve.table.error.Check;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A new local file: buffered, forced to disk together with its name when closed. */
final class LocalOutput implements FileOutput {
    private static final int BUFFER_BYTES = 64 << 10;

    private enum State {
        OPEN,
        DURABLE,
        GIVEN_UP
    }

    private final Location location;
    private final Path path;
    private final FileChannel channel;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private long position;
    private State state = State.OPEN;

    private LocalOutput(Location location, Path path, FileChannel channel) {
        this.location = location;
        this.path = path;
        this.channel = channel;
    }

    static LocalOutput create(Location location, Path path) {
        try {
            Durability.createDirectories(path.getParent());
            return new LocalOutput(
                    location, path, FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
        } catch (IOException e) {
            throw StorageFailures.of("create", location, e);
        }
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        Check.that(state == State.OPEN, "write to %s, which is %s", location, state);
        int done = 0;
        while (done < length) {
            int part = Math.min(length - done, buffer.remaining());
            buffer.put(bytes, offset + done, part);
            done += part;
            if (!buffer.hasRemaining()) {
                flush();
            }
        }
        position += length;
    }

    @Override
    public long position() {
        return position;
    }

    @Override
    public void close() {
        if (state != State.OPEN) {
            return;
        }
        flush();
        try {
            channel.force(true);
            channel.close();
            Durability.forceDirectory(path.getParent());
        } catch (IOException e) {
            throw StorageFailures.of("complete", location, e);
        }
        state = State.DURABLE;
    }

    @Override
    public void abort() {
        if (state != State.OPEN) {
            return;
        }
        state = State.GIVEN_UP;
        try (channel) {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            throw StorageFailures.of("abort writing", location, e);
        }
    }

    private void flush() {
        buffer.flip();
        try {
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
        } catch (IOException e) {
            throw StorageFailures.of("write", location, e);
        }
        buffer.clear();
    }
}
