package dev.varve.table.index;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.CorruptTableException;
import dev.varve.table.error.UnsupportedFormatException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * All indexes of one data file (format page index files, 7.4). Numbers are big-endian, texts as {@link DataOutputStream#writeUTF}
 * has them:
 *
 * <pre>
 *   magic        int64   00054e4ed01a35ae
 *   version      int32   1
 *   head length  int32   bytes from the start to the body
 *   columns      int32
 *     each       utf column, int32 indexes
 *       each     utf type, int32 start from the first byte of the container (-1 for no data), int32 length
 *   redundant    int32   0, then so many bytes to skip
 *   body         the indexes
 * </pre>
 *
 * The types of indexes are not looked at here: one that nobody knows is nobody's business. Immutable.
 */
final class IndexContainer {
    private static final long MAGIC = 0x00054e4ed01a35aeL;
    private static final int VERSION = 1;
    private static final int NO_DATA = -1;

    /** Magic, version, head length, number of columns. */
    private static final int LEAST_BYTES = Long.BYTES + 3 * Integer.BYTES;

    private final ByteBuffer bytes;
    private final List<Entry> entries;

    /** One index and where it lies. */
    private record Entry(String column, String type, int start, int length) {}

    private IndexContainer(ByteBuffer bytes, List<Entry> entries) {
        this.bytes = bytes;
        this.entries = List.copyOf(entries);
    }

    /** One index to be stored. */
    record Index(String column, String type, byte[] body) {}

    /** @param indexes those of one column one after another */
    static byte[] format(List<Index> indexes) {
        int bodyStart = head(indexes, 0).length;
        var bytes = new ByteArrayOutputStream();
        bytes.writeBytes(head(indexes, bodyStart));
        indexes.forEach(index -> bytes.writeBytes(index.body()));
        return bytes.toByteArray();
    }

    private static byte[] head(List<Index> indexes, int length) {
        var bytes = new ByteArrayOutputStream();
        try (var output = new DataOutputStream(bytes)) {
            output.writeLong(MAGIC);
            output.writeInt(VERSION);
            output.writeInt(length);
            output.writeInt((int) indexes.stream().map(Index::column).distinct().count());
            int start = length;
            String column = null;
            for (Index index : indexes) {
                if (!index.column().equals(column)) {
                    column = index.column();
                    output.writeUTF(column);
                    String name = column;
                    output.writeInt((int) indexes.stream()
                            .filter(other -> other.column().equals(name))
                            .count());
                }
                output.writeUTF(index.type());
                output.writeInt(start);
                output.writeInt(index.body().length);
                start = Math.addExact(start, index.body().length);
            }
            output.writeInt(0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /**
     * Reads the head; bodies are shared with the buffer.
     *
     * @param owner what the indexes belong to, for errors
     * @throws CorruptTableException if the bytes are not such a container
     */
    static IndexContainer parse(ByteBuffer stored, Object owner) {
        requireNonNull(owner, "owner is null");
        ByteBuffer bytes = stored.slice();
        if (bytes.remaining() < LEAST_BYTES || bytes.getLong(0) != MAGIC) {
            throw damage(owner, "they do not begin as a file index does", null);
        }
        int version = bytes.getInt(Long.BYTES);
        if (version != VERSION) {
            throw new UnsupportedFormatException("the file indexes of " + owner + " have version " + version
                    + ", this engine knows " + VERSION + "; set the table option 'file-index.read.enabled' to 'false'"
                    + " to read without them");
        }
        int headLength = bytes.getInt(Long.BYTES + Integer.BYTES);
        if (headLength < LEAST_BYTES || headLength > bytes.remaining()) {
            throw damage(owner, "a head of " + headLength + " in " + bytes.remaining() + " bytes", null);
        }
        byte[] head = new byte[headLength];
        bytes.get(0, head);
        // Every count is followed by at least as many bytes, so that a damaged one ends the head instead of filling
        // memory.
        try (var input = new DataInputStream(new ByteArrayInputStream(head))) {
            input.skipNBytes(Long.BYTES + 2L * Integer.BYTES);
            return new IndexContainer(bytes, entries(input, headLength, bytes.remaining()));
        } catch (IOException e) {
            throw damage(owner, "the head ends early or holds no text: " + e.getMessage(), e);
        } catch (IllegalArgumentException e) {
            throw damage(owner, e.getMessage(), e);
        }
    }

    private static List<Entry> entries(DataInputStream input, int headLength, int size) throws IOException {
        var entries = new ArrayList<Entry>();
        int columns = input.readInt();
        for (int i = 0; i < columns; i++) {
            String column = input.readUTF();
            int indexes = input.readInt();
            for (int j = 0; j < indexes; j++) {
                var entry = new Entry(column, input.readUTF(), input.readInt(), input.readInt());
                if (entry.start() != NO_DATA
                        && (entry.start() < headLength
                                || entry.length() < 0
                                || entry.length() > size - entry.start())) {
                    throw new IllegalArgumentException(
                            entry + " does not lie in the body, bytes " + headLength + " to " + size);
                }
                entries.add(entry);
            }
        }
        if (columns < 0) {
            throw new IllegalArgumentException(columns + " columns");
        }
        return entries;
    }

    static CorruptTableException damage(Object owner, String what, Exception cause) {
        return new CorruptTableException(
                "the file indexes of " + owner + " cannot be read: " + what
                        + "; the data file itself may be intact: set the table option 'file-index.read.enabled' to"
                        + " 'false' to read without them, and compact the table to write them anew",
                cause);
    }

    /** The data of an index, if the column has one of that type with data. */
    Optional<ByteBuffer> find(String column, String type) {
        return entries.stream()
                .filter(entry -> entry.column().equals(column) && entry.type().equals(type))
                .filter(entry -> entry.start() != NO_DATA)
                .map(entry -> bytes.slice(entry.start(), entry.length()))
                .findFirst();
    }
}
