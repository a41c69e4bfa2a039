package dev.varve.table.avro;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;

/** How the values of one type of a file's schema lie in its bytes: what is needed to step over them. */
abstract class WireShape {
    /** Records nest a few levels deep; more is a damaged or hostile schema, and would exhaust the stack. */
    private static final int MAX_DEPTH = 100;

    private static final WireShape NUMBER = new WireShape() {
        @Override
        void skip(WireInput input, int depth) {
            input.readLong();
        }
    };

    private static final WireShape BLOB = new WireShape() {
        @Override
        void skip(WireInput input, int depth) {
            input.skip(input.readLength());
        }
    };

    abstract void skip(WireInput input, int depth);

    final void skip(WireInput input) {
        skip(input, 0);
    }

    static WireShape of(Schema schema) {
        return of(schema, new HashMap<>());
    }

    private static WireShape of(Schema schema, Map<String, RecordShape> records) {
        return switch (schema.getType()) {
            case INT, LONG, ENUM -> NUMBER;
            case STRING, BYTES -> BLOB;
            case NULL -> new FixedShape(0);
            case BOOLEAN -> new FixedShape(1);
            case FLOAT -> new FixedShape(Float.BYTES);
            case DOUBLE -> new FixedShape(Double.BYTES);
            case FIXED -> new FixedShape(schema.getFixedSize());
            case ARRAY -> new BlocksShape(List.of(of(schema.getElementType(), records)));
            case MAP -> new BlocksShape(List.of(BLOB, of(schema.getValueType(), records)));
            case UNION ->
                new UnionShape(schema.getTypes().stream()
                        .map(branch -> of(branch, records))
                        .toList());
            case RECORD -> ofRecord(schema, records);
        };
    }

    private static WireShape ofRecord(Schema schema, Map<String, RecordShape> records) {
        // A record may contain itself: it is known by its name before its fields are.
        RecordShape known = records.get(schema.getFullName());
        if (known != null) {
            return known;
        }
        RecordShape shape = new RecordShape();
        records.put(schema.getFullName(), shape);
        for (Schema.Field field : schema.getFields()) {
            shape.fields.add(of(field.schema(), records));
        }
        return shape;
    }

    private static final class FixedShape extends WireShape {
        private final int size;

        FixedShape(int size) {
            this.size = size;
        }

        @Override
        void skip(WireInput input, int depth) {
            input.skip(size);
        }
    }

    /** Arrays, and maps as arrays of two parts an item. */
    private static final class BlocksShape extends WireShape {
        private final List<WireShape> parts;

        BlocksShape(List<WireShape> parts) {
            this.parts = parts;
        }

        @Override
        void skip(WireInput input, int depth) {
            for (int count = input.readItemCount(); count > 0; count = input.readItemCount()) {
                for (int i = 0; i < count; i++) {
                    for (WireShape part : parts) {
                        part.skip(input, deeper(input, depth));
                    }
                }
            }
        }
    }

    private static final class UnionShape extends WireShape {
        private final List<WireShape> branches;

        UnionShape(List<WireShape> branches) {
            this.branches = branches;
        }

        @Override
        void skip(WireInput input, int depth) {
            int branch = input.readInt();
            if (branch < 0 || branch >= branches.size()) {
                throw input.corrupt("branch " + branch + " of a union of " + branches.size());
            }
            branches.get(branch).skip(input, deeper(input, depth));
        }
    }

    private static final class RecordShape extends WireShape {
        private final List<WireShape> fields = new ArrayList<>();

        @Override
        void skip(WireInput input, int depth) {
            for (WireShape field : fields) {
                field.skip(input, deeper(input, depth));
            }
        }
    }

    private static int deeper(WireInput input, int depth) {
        if (depth >= MAX_DEPTH) {
            throw input.corrupt("values nest deeper than " + MAX_DEPTH + " levels");
        }
        return depth + 1;
    }
}
