package dev.varve.table.testing;

import dev.varve.table.fs.Location;

/**
 * One request to a {@link FaultyFileIO}.
 *
 * @param number counts all calls, from 1
 * @param mutation counts the calls that change the store, from 1; of other calls the number of changes so far
 */
public record StoreCall(int number, int mutation, Operation operation, Location location) {
    /** The methods of the store, its inputs and its outputs. */
    public enum Operation {
        LIST,
        FIND,
        OPEN,
        /** Reading a range of an open file. */
        READ,
        READ_ALL,
        CREATE,
        /** Handing bytes to an open output; nothing is visible yet. */
        WRITE,
        /** Closing an output: its file becomes durable and visible. */
        FINISH,
        CREATE_IF_ABSENT,
        OVERWRITE,
        /** Also giving an output up. */
        DELETE,
        PROBE;

        /** Whether others can see a difference afterwards. A crash elsewhere is the same as one before the next such call. */
        public boolean mutates() {
            return this == FINISH || this == CREATE_IF_ABSENT || this == OVERWRITE || this == DELETE;
        }
    }

    public boolean is(Operation wanted) {
        return operation == wanted;
    }

    /** Whether the file's name starts so: {@code snapshot-}, {@code manifest-list-}, {@code LATEST} … */
    public boolean named(String prefix) {
        return location.name().startsWith(prefix);
    }
}
