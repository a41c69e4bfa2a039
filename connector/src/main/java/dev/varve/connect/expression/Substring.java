package dev.varve.connect.expression;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.row.BinaryString;
import java.util.List;

/**
 * A part of a text, counted in characters from 0; a pair of surrogates is one. What lies beyond the text is left out, so the part may
 * be shorter or empty. Shares the text's bytes.
 */
record Substring(int begin, int end) implements ValueFunction {
    /** @param options begin, and end if the part does not reach the end of the text */
    static Substring of(List<String> options) {
        int begin = index("begin", options.get(0));
        int end = options.size() == 1 ? Integer.MAX_VALUE : index("end", options.get(1));
        if (end <= begin) {
            throw new InvalidInputException("the end, " + end + ", must be greater than the begin, " + begin);
        }
        return new Substring(begin, end);
    }

    private static int index(String name, String text) {
        try {
            int index = Integer.parseInt(text);
            if (index >= 0) {
                return index;
            }
        } catch (NumberFormatException e) {
            // Said below, with the negative ones.
        }
        throw new InvalidInputException("found '" + text + "', expected the " + name + ", a number from 0");
    }

    @Override
    public BinaryString apply(Object value) {
        BinaryString text = (BinaryString) value;
        int from = text.offsetOfCodePoint(begin);
        int to = end == Integer.MAX_VALUE ? text.length() : text.offsetOfCodePoint(end);
        return from == 0 && to == text.length()
                ? text
                : BinaryString.wrap(text.array(), text.offset() + from, to - from);
    }
}
