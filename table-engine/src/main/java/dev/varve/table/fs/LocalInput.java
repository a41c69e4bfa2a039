package dev.varve.table.fs;

import dev.varve.table.error.Check;
import dev.varve.table.error.CorruptTableException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Positional reads of a local file. */
final class LocalInput implements SeekableInput {
    /** The JDK keeps a native buffer of the largest read for every thread: never let it grow with the request. */
    private static final int READ_BYTES = 128 << 10;

    private final Location location;
    private final FileChannel channel;
    private final long size;

    private LocalInput(Location location, FileChannel channel, long size) {
        this.location = location;
        this.channel = channel;
        this.size = size;
    }

    static LocalInput open(Location location, Path path) {
        try {
            FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
            try {
                return new LocalInput(location, channel, channel.size());
            } catch (IOException | RuntimeException e) {
                channel.close();
                throw e;
            }
        } catch (IOException e) {
            throw StorageFailures.of("open", location, e);
        }
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public void readFully(long position, byte[] target, int offset, int length) {
        Check.argument(position >= 0 && length >= 0, "cannot read %s bytes at %s", length, position);
        int done = 0;
        while (done < length) {
            ByteBuffer part = ByteBuffer.wrap(target, offset + done, Math.min(READ_BYTES, length - done));
            int read = read(part, position + done);
            if (read < 0) {
                throw new CorruptTableException(location + " ends after " + (position + done) + " bytes; expected "
                        + length + " bytes at position " + position);
            }
            done += read;
        }
    }

    private int read(ByteBuffer target, long position) {
        try {
            return channel.read(target, position);
        } catch (IOException e) {
            throw StorageFailures.of("read", location, e);
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw StorageFailures.of("close", location, e);
        }
    }
}
