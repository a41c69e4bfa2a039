package dev.varve.table.differential;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.datasketches.hll.HllSketch;
import org.apache.datasketches.memory.Memory;
import org.apache.datasketches.theta.Sketches;
import org.apache.paimon.utils.RoaringBitmap64;
import org.roaringbitmap.RoaringBitmap;

/**
 * Plain values as text: equal texts for values that the rules call equal. Order counts where the rules say an order; bitmaps are the
 * numbers in them, sketches how many they stand for.
 */
final class PlainText {
    private PlainText() {}

    /** A row. */
    static String of(List<Column> columns, List<Object> row) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < row.size(); i++) {
            texts.add(of(columns.get(i), row.get(i)));
        }
        return texts.toString();
    }

    static String of(Column column, Object value) {
        if (value == null) {
            return "null";
        } else if (column.isNumberSet()) {
            return numbers(column.function().orElseThrow(), value);
        } else if (column.isUnordered()) {
            return ((List<?>) value)
                    .stream().map(PlainText::text).sorted().toList().toString();
        }
        return text(value);
    }

    private static String text(Object value) {
        if (value instanceof ByteBuffer bytes) {
            return HexFormat.of().formatHex(bytes.array());
        } else if (value instanceof List<?> list) {
            return list.stream().map(PlainText::text).toList().toString();
        } else if (value instanceof Map<?, ?> map) {
            List<String> entries = new ArrayList<>();
            map.forEach((key, entry) -> entries.add(text(key) + "=" + text(entry)));
            return entries.stream().sorted().toList().toString();
        }
        return String.valueOf(value);
    }

    private static String numbers(String function, Object value) {
        boolean sketch = function.endsWith("sketch");
        if (value instanceof Set<?> numbers) {
            return sketch ? "about " + numbers.size() : numbers.toString();
        }
        byte[] bytes = ((ByteBuffer) value).array();
        return switch (function) {
            case "rbm32" -> bitmap32(bytes).toString();
            case "rbm64" -> bitmap64(bytes).toString();
            case "hll_sketch" -> "about " + Math.round(HllSketch.heapify(bytes).getEstimate());
            default ->
                "about " + Math.round(Sketches.wrapSketch(Memory.wrap(bytes)).getEstimate());
        };
    }

    private static Set<Long> bitmap32(byte[] bytes) {
        RoaringBitmap bitmap = new RoaringBitmap();
        try {
            bitmap.deserialize(ByteBuffer.wrap(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Set<Long> numbers = new TreeSet<>();
        bitmap.forEach((int number) -> numbers.add((long) number));
        return numbers;
    }

    /** Asks for every number that a history may hold, since this bitmap tells nothing else. */
    private static Set<Long> bitmap64(byte[] bytes) {
        Set<Long> numbers = new TreeSet<>();
        for (long number : RandomValues.BITMAP64_NUMBERS) {
            RoaringBitmap64 with = bitmapOf(bytes);
            with.add(number);
            if (with.equals(bitmapOf(bytes))) {
                numbers.add(number);
            }
        }
        return numbers;
    }

    private static RoaringBitmap64 bitmapOf(byte[] bytes) {
        RoaringBitmap64 bitmap = new RoaringBitmap64();
        try {
            bitmap.deserialize(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bitmap;
    }
}
