package dev.varve.table.testing;

import dev.varve.table.memtable.SpillStore;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.util.TreeMap;

/** A local disk in memory that can be full, and whose files can be damaged. Safe for use by several threads. */
public final class MemorySpillStore implements SpillStore {
    private final TreeMap<String, byte[]> files = new TreeMap<>();
    private long quotaBytes = Long.MAX_VALUE;
    private int openFiles;
    private int mostOpenFiles;
    private int created;

    /** From now on writes fail when all files together would have more bytes. */
    public synchronized void limitTo(long bytes) {
        quotaBytes = bytes;
    }

    /** All files by name; the arrays are the files. */
    public synchronized TreeMap<String, byte[]> files() {
        return new TreeMap<>(files);
    }

    public synchronized void replace(String name, byte[] content) {
        files.put(name, content);
    }

    public synchronized long usedBytes() {
        return files.values().stream().mapToLong(file -> file.length).sum();
    }

    /** Readers that are open now. */
    public synchronized int openFiles() {
        return openFiles;
    }

    /** Readers that were open at once at most. */
    public synchronized int mostOpenFiles() {
        return mostOpenFiles;
    }

    /** Files that were ever made. */
    public synchronized int created() {
        return created;
    }

    @Override
    public synchronized OutputStream create(String name) throws IOException {
        append(name, new byte[0], 0, 0);
        created++;
        return new OutputStream() {
            @Override
            public void write(int value) throws IOException {
                write(new byte[] {(byte) value});
            }

            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                append(name, bytes, offset, length);
            }
        };
    }

    private synchronized void append(String name, byte[] bytes, int offset, int length) throws IOException {
        if (length > quotaBytes - usedBytes()) {
            throw new IOException("No space left on device");
        }
        var content = new ByteArrayOutputStream();
        content.writeBytes(files.getOrDefault(name, new byte[0]));
        content.write(bytes, offset, length);
        files.put(name, content.toByteArray());
    }

    @Override
    public synchronized Input open(String name) throws IOException {
        if (!files.containsKey(name)) {
            throw new FileNotFoundException(name);
        }
        openFiles++;
        mostOpenFiles = Math.max(mostOpenFiles, openFiles);
        return new Input() {
            @Override
            public void readFully(long position, byte[] to, int offset, int length) throws IOException {
                byte[] content = files().get(name);
                if (content == null || position + length > content.length) {
                    throw new EOFException(name);
                }
                System.arraycopy(content, (int) position, to, offset, length);
            }

            @Override
            public void close() {
                closed();
            }
        };
    }

    private synchronized void closed() {
        openFiles--;
    }

    @Override
    public synchronized void delete(String name) {
        files.remove(name);
    }

    @Override
    public synchronized void close() {
        files.clear();
    }

    @Override
    public String describe() {
        return "memory disk";
    }
}
