package dev.varve.table.avro;

import dev.varve.table.error.CorruptTableException;
import java.util.Arrays;
import java.util.List;
import org.apache.avro.Schema;

/**
 * Where the fields of one of our record types are in the records of one file. Fields are found by name, in any order; those we
 * do not know are stepped over; those the file lacks are null, if they may be.
 */
final class RecordPlan {
    /** One field in file order; {@code target} is its position among ours, or -1. */
    private record Step(int target, FieldSlot slot, WireShape unknown) {}

    private final Step[] steps;
    private final FieldSlot[] slots;
    private final String[] names;
    private final boolean holdsUnknownFields;

    private RecordPlan(Step[] steps, FieldSlot[] slots, String[] names, boolean holdsUnknownFields) {
        this.steps = steps;
        this.slots = slots;
        this.names = names;
        this.holdsUnknownFields = holdsUnknownFields;
    }

    /** Matches our record with the one in the file; {@code path} goes before the names of its fields in errors. */
    static RecordPlan match(Schema ours, Schema theirs, String path) {
        List<Schema.Field> found = theirs.getFields();
        List<Schema.Field> wanted = ours.getFields();
        Step[] steps = new Step[found.size()];
        FieldSlot[] slots = new FieldSlot[wanted.size()];
        String[] names = new String[wanted.size()];
        boolean unknown = false;
        for (int i = 0; i < steps.length; i++) {
            Schema.Field field = found.get(i);
            Schema.Field our = ours.getField(field.name());
            if (our == null) {
                steps[i] = new Step(-1, null, WireShape.of(field.schema()));
                unknown = true;
            } else {
                FieldSlot slot = FieldSlot.match(our.schema(), field.schema(), path + field.name());
                steps[i] = new Step(our.pos(), slot, null);
                slots[our.pos()] = slot;
                unknown |= slot.holdsUnknownFields();
            }
        }
        for (Schema.Field our : wanted) {
            names[our.pos()] = path + our.name();
            if (slots[our.pos()] == null && !our.schema().isNullable()) {
                throw new CorruptTableException("field " + names[our.pos()] + " is missing");
            }
        }
        return new RecordPlan(steps, slots, names, unknown);
    }

    /** Walks over one record and notes where each of our fields has its value: -1 for null. */
    void locate(WireInput input, int[] starts) {
        Arrays.fill(starts, -1);
        for (Step step : steps) {
            if (step.target < 0) {
                step.unknown.skip(input);
            } else if (step.slot.enter(input)) {
                starts[step.target] = input.position();
                step.slot.skipValue(input);
            }
        }
    }

    int fieldCount() {
        return slots.length;
    }

    /** How our field lies in the file, null if the file does not have it. */
    FieldSlot slot(int field) {
        return slots[field];
    }

    /** The name of our field, for errors. */
    String name(int field) {
        return names[field];
    }

    /** Whether the file's records have fields that we do not know, at any depth. */
    boolean holdsUnknownFields() {
        return holdsUnknownFields;
    }
}
