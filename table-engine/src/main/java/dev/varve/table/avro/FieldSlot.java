package dev.varve.table.avro;

import dev.varve.table.error.UnsupportedFormatException;
import java.util.List;
import org.apache.avro.Schema;

/**
 * One field or array item that we know, as it lies in a file: perhaps behind a union with null, perhaps with a type that can be
 * read as ours (a 32-bit number as a 64-bit one, text as bytes).
 */
final class FieldSlot {
    private static final int NO_UNION = -1;

    private final WireShape value;
    private final int branches;
    private final int nullBranch;
    private final FieldSlot item;
    private final RecordPlan record;

    private FieldSlot(WireShape value, int branches, int nullBranch, FieldSlot item, RecordPlan record) {
        this.value = value;
        this.branches = branches;
        this.nullBranch = nullBranch;
        this.item = item;
        this.record = record;
    }

    /** Matches our type with the one in the file; {@code path} names the field for errors. */
    static FieldSlot match(Schema ours, Schema theirs, String path) {
        Schema wanted = withoutNull(ours, path);
        Schema found = withoutNull(theirs, path);
        if (!readable(wanted.getType(), found.getType())) {
            throw new UnsupportedFormatException("field " + path + " has Avro type "
                    + found.getType().getName() + " where " + wanted.getType().getName() + " is expected");
        }
        FieldSlot item = wanted.getType() == Schema.Type.ARRAY
                ? match(wanted.getElementType(), found.getElementType(), path + "[]")
                : null;
        RecordPlan record = wanted.getType() == Schema.Type.RECORD ? RecordPlan.match(wanted, found, path + ".") : null;
        int branches = theirs.isUnion() ? theirs.getTypes().size() : NO_UNION;
        return new FieldSlot(WireShape.of(found), branches, nullBranch(theirs), item, record);
    }

    private static boolean readable(Schema.Type ours, Schema.Type theirs) {
        return switch (ours) {
            case INT, LONG -> theirs == Schema.Type.INT || theirs == Schema.Type.LONG;
            case STRING, BYTES -> theirs == Schema.Type.STRING || theirs == Schema.Type.BYTES;
            case ARRAY, RECORD -> theirs == ours;
            case BOOLEAN, DOUBLE, ENUM, FIXED, FLOAT, MAP, NULL, UNION -> false;
        };
    }

    private static Schema withoutNull(Schema schema, String path) {
        if (!schema.isUnion()) {
            return schema;
        }
        List<Schema> values = schema.getTypes().stream()
                .filter(branch -> branch.getType() != Schema.Type.NULL)
                .toList();
        if (values.size() != 1) {
            throw new UnsupportedFormatException("field " + path + " is an Avro union of " + values.size()
                    + " types besides null where one is expected");
        }
        return values.get(0);
    }

    private static int nullBranch(Schema schema) {
        return schema.isUnion() ? schema.getTypes().indexOf(Schema.create(Schema.Type.NULL)) : NO_UNION;
    }

    /** Steps to the value; false if there is none. */
    boolean enter(WireInput input) {
        if (branches == NO_UNION) {
            return true;
        }
        int branch = input.readInt();
        if (branch < 0 || branch >= branches) {
            throw input.corrupt("branch " + branch + " of a union of " + branches);
        }
        return branch != nullBranch;
    }

    void skipValue(WireInput input) {
        value.skip(input);
    }

    FieldSlot item() {
        return item;
    }

    /** How the record lies in the file, if this is one; else null. */
    RecordPlan record() {
        return record;
    }

    /** Whether a record in here has fields that we do not know. */
    boolean holdsUnknownFields() {
        return (record != null && record.holdsUnknownFields()) || (item != null && item.holdsUnknownFields());
    }
}
