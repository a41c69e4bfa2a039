package dev.varve.table.avro;

import dev.varve.table.error.CorruptTableException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * One record of a file, seen through the positions of our own schema. Values are decoded when they are asked for, so a record
 * that a filter drops costs next to nothing. Lent: it is valid until its reader moves on; what the accessors return is the
 * caller's own. Asking for a value that is null fails with {@link CorruptTableException}: ask {@link #isNull} first where the
 * format allows null. Confined to one thread.
 */
public final class RecordView {
    private final RecordPlan plan;
    private final WireInput input;
    private final int[] starts;
    private final RecordView[] nested;
    private byte[] bytes;
    private int end;

    RecordView(RecordPlan plan) {
        this.plan = plan;
        this.input = new WireInput("a record");
        this.starts = new int[plan.fieldCount()];
        this.nested = new RecordView[plan.fieldCount()];
        for (int i = 0; i < nested.length; i++) {
            RecordPlan record = recordPlan(plan.slot(i));
            nested[i] = record == null ? null : new RecordView(record);
        }
    }

    private static RecordPlan recordPlan(FieldSlot slot) {
        if (slot == null) {
            return null;
        }
        return slot.item() == null ? slot.record() : slot.item().record();
    }

    /** Moves to the record that begins at {@code from} and returns where it ends. */
    int moveTo(byte[] newBytes, int from, int limit) {
        bytes = newBytes;
        end = limit;
        plan.locate(input.over(bytes, from, limit), starts);
        return input.position();
    }

    public boolean isNull(int field) {
        return starts[field] < 0;
    }

    public int intAt(int field) {
        return at(field).readInt();
    }

    public long longAt(int field) {
        return at(field).readLong();
    }

    public String stringAt(int field) {
        return at(field).readString();
    }

    public byte[] bytesAt(int field) {
        return at(field).readBytes();
    }

    /** Whether the bytes of this field are those of {@code other}; cheaper than reading them. */
    public boolean bytesEqual(int field, byte[] other) {
        WireInput value = at(field);
        int length = value.readLength();
        int from = value.position();
        return Arrays.equals(bytes, from, from + length, other, 0, other.length);
    }

    /** The record in this field; one view serves all calls. */
    public RecordView recordAt(int field) {
        at(field);
        nested[field].moveTo(bytes, starts[field], end);
        return nested[field];
    }

    public List<String> stringsAt(int field) {
        return itemsAt(field, WireInput::readString);
    }

    public List<Integer> intsAt(int field) {
        return itemsAt(field, WireInput::readInt);
    }

    /** The numbers in this field; an element may be null. */
    public List<Long> nullableLongsAt(int field) {
        var values = new ArrayList<Long>();
        forEachItem(field, present -> values.add(present ? (Long) input.readLong() : null));
        return values;
    }

    /** The records in this field, each decoded from a view that is valid only during the call. */
    public <T> List<T> recordsAt(int field, Function<RecordView, T> decoder) {
        RecordView record = nested[field];
        return itemsAt(field, items -> {
            items.seek(record.moveTo(bytes, items.position(), end));
            return decoder.apply(record);
        });
    }

    private <T> List<T> itemsAt(int field, Function<WireInput, T> decoder) {
        var values = new ArrayList<T>();
        forEachItem(field, present -> {
            if (!present) {
                throw new CorruptTableException("field " + plan.name(field) + " holds a null");
            }
            values.add(decoder.apply(input));
        });
        return values;
    }

    private void forEachItem(int field, ItemVisitor visitor) {
        WireInput items = at(field);
        FieldSlot item = plan.slot(field).item();
        for (int count = items.readItemCount(); count > 0; count = items.readItemCount()) {
            for (int i = 0; i < count; i++) {
                visitor.visit(item.enter(items));
            }
        }
    }

    @FunctionalInterface
    private interface ItemVisitor {
        void visit(boolean present);
    }

    private WireInput at(int field) {
        int start = starts[field];
        if (start < 0) {
            throw new CorruptTableException("field " + plan.name(field) + " is null");
        }
        return input.over(bytes, start, end);
    }
}
