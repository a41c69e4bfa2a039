package dev.varve.table.aggregate;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.type.TypeRoot;

/** A function on values that are bytes of some structure of its own. A value that is alone passes through unread. */
abstract class BinaryFunction extends CombiningFunction {
    private final String structure;

    BinaryFunction(String name, String structure, AggregateColumn column) {
        super(name, column);
        this.structure = structure;
        if (column.type().root() != TypeRoot.VARBINARY) {
            throw unsupportedType("VARBINARY or BYTES");
        }
    }

    @Override
    final Object combine(Object older, Object newer) {
        return union((byte[]) older, (byte[]) newer);
    }

    abstract byte[] union(byte[] older, byte[] newer);

    /** For bytes that are not what the function works on. */
    final InvalidInputException damaged(byte[] bytes, String why) {
        return failure(bytes.length + " bytes are not a " + structure + ": " + why);
    }

    final InvalidInputException damaged(byte[] bytes, Throwable cause) {
        return failure(bytes.length + " bytes are not a " + structure + ": " + cause, cause);
    }
}
