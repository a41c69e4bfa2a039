package dev.varve.table.aggregate;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Walks over a serialized bitmap of 64-bit numbers without making anything of it: the library allocates whatever a count claims,
 * so nothing is handed to it whose counts do not fit its length (RoaringBitmap, Roaring64Bitmap; little-endian).
 *
 * <pre>
 * bitmap      byte 0 empty | 1, then long keys, node, containers
 * node        byte kind 0..4, short children, byte prefix length, prefix, body of 4|16|256|32|14 bytes, children; kind 4 is a leaf
 * containers  int lists, each: byte, int slots, each: byte 0 | 1 container;  then long, int, int
 * container   byte 0, int, short runs, 4 bytes a run | byte 1, int, 8192 bytes | byte 2, int numbers, 2 bytes a number
 * </pre>
 */
final class Bitmap64Bytes {
    private static final int[] BODY_BYTES = {4, 16, 256, 32, 14};
    private static final int[] MOST_CHILDREN = {4, 16, 48, 256, 0};
    private static final int LEAF = 4;

    /** The high part of a number has 6 bytes; every level of the tree takes one at least. */
    private static final int MOST_LEVELS = 6;

    private final ByteBuffer bytes;

    private Bitmap64Bytes(byte[] bytes) {
        this.bytes = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Whether all that the bytes claim to hold is there. */
    static boolean isWhole(byte[] bytes) {
        try {
            return new Bitmap64Bytes(bytes).walk();
        } catch (BufferUnderflowException e) {
            return false;
        }
    }

    private boolean walk() {
        byte tag = bytes.get();
        if (tag == 0) {
            return true;
        }
        return tag == 1 && skip(8) && node(0) && containers() && skip(16);
    }

    private boolean node(int level) {
        int kind = bytes.get();
        int children = bytes.getShort();
        int prefix = bytes.get();
        if (kind < 0 || kind > LEAF || children < 0 || children > MOST_CHILDREN[kind] || level > MOST_LEVELS) {
            return false;
        }
        if (!skip(prefix) || !skip(BODY_BYTES[kind])) {
            return false;
        }
        for (int i = 0; i < children; i++) {
            if (!node(level + 1)) {
                return false;
            }
        }
        return true;
    }

    private boolean containers() {
        int lists = bytes.getInt();
        if (lists < 0 || lists > bytes.remaining()) {
            return false;
        }
        for (int list = 0; list < lists; list++) {
            bytes.get();
            int slots = bytes.getInt();
            if (slots < 0 || slots > bytes.remaining()) {
                return false;
            }
            for (int slot = 0; slot < slots; slot++) {
                if (!slot()) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean slot() {
        byte present = bytes.get();
        if (present == 0) {
            return true;
        }
        if (present != 1) {
            return false;
        }
        int kind = bytes.get();
        int numbers = bytes.getInt();
        return switch (kind) {
            case 0 -> skip(4 * (bytes.getShort() & 0xFFFF));
            case 1 -> skip(8192);
            case 2 -> numbers >= 0 && numbers <= 65_536 && skip(2 * numbers);
            default -> false;
        };
    }

    private boolean skip(int length) {
        if (length < 0 || length > bytes.remaining()) {
            return false;
        }
        bytes.position(bytes.position() + length);
        return true;
    }
}
