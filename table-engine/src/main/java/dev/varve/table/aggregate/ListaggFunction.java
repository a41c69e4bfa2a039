package dev.varve.table.aggregate;

import dev.varve.table.row.BinaryString;
import dev.varve.table.type.LengthType;
import dev.varve.table.type.TypeRoot;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * {@code listagg}: the texts one after another with a delimiter between; empty texts add nothing. With {@code distinct} a text is
 * split at the delimiter, and only pieces that are new and not empty are appended.
 */
final class ListaggFunction extends CombiningFunction {
    private final String delimiter;
    private final byte[] delimiterBytes;
    private final boolean distinct;

    ListaggFunction(AggregateColumn column) {
        super("listagg", column);
        if (column.type().root() != TypeRoot.VARCHAR
                || ((LengthType) column.type()).length() != LengthType.MAX_LENGTH) {
            throw unsupportedType("STRING (VARCHAR without a bound)");
        }
        delimiter = column.options().delimiter();
        delimiterBytes = delimiter.getBytes(StandardCharsets.UTF_8);
        distinct = column.options().distinct();
    }

    @Override
    Object combine(Object older, Object newer) {
        BinaryString left = (BinaryString) older;
        BinaryString right = (BinaryString) newer;
        if (right.length() == 0) {
            return left;
        }
        if (left.length() == 0) {
            return right;
        }
        if (!distinct) {
            return concatenated(left, right);
        }
        StringBuilder text = new StringBuilder(left.toString());
        appendNew(text, right.toString());
        return BinaryString.of(text.toString());
    }

    private BinaryString concatenated(BinaryString left, BinaryString right) {
        byte[] text = new byte[left.length() + delimiterBytes.length + right.length()];
        System.arraycopy(left.array(), left.offset(), text, 0, left.length());
        System.arraycopy(delimiterBytes, 0, text, left.length(), delimiterBytes.length);
        System.arraycopy(right.array(), right.offset(), text, text.length - right.length(), right.length());
        return BinaryString.wrap(text);
    }

    private void appendNew(StringBuilder text, String addition) {
        Set<String> present = new HashSet<>(pieces(text.toString()));
        for (String piece : pieces(addition)) {
            if (!piece.isEmpty() && present.add(piece)) {
                text.append(delimiter).append(piece);
            }
        }
    }

    /** The text itself where the delimiter is empty. */
    private List<String> pieces(String text) {
        List<String> pieces = new ArrayList<>();
        int from = 0;
        int at = delimiter.isEmpty() ? -1 : text.indexOf(delimiter);
        while (at >= 0) {
            pieces.add(text.substring(from, at));
            from = at + delimiter.length();
            at = text.indexOf(delimiter, from);
        }
        pieces.add(text.substring(from));
        return pieces;
    }
}
