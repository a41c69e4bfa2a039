package dev.varve.table.history;

import dev.varve.table.history.Change.Key;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowArray;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A row as a reader sees it.
 *
 * @param values of the {@link Column}s, by their order
 */
record SeenRow(Key key, List<Object> values) {
    Object value(Column column) {
        return values.get(column.ordinal());
    }

    String text() {
        return text(key, values);
    }

    /** Some columns, the key's positions being 0 and 1. */
    String text(List<Integer> positions) {
        return positions.stream()
                .map(position -> switch (position) {
                    case 0 -> text(key.partition());
                    case 1 -> text(key.id());
                    default -> text(values.get(position - 2));
                })
                .collect(Collectors.joining(" "));
    }

    static String text(Key key, List<Object> values) {
        return key.partition() + "/" + key.id() + " "
                + values.stream().map(SeenRow::text).collect(Collectors.joining(" "));
    }

    /** The order of elements says nothing: the functions that collect them do not promise any. Long texts are told in short. */
    private static String text(Object value) {
        if (value instanceof String text && text.length() > 60) {
            return text.substring(0, 10) + "…" + text.substring(text.length() - 20) + "(" + text.length() + " "
                    + Integer.toHexString(text.hashCode()) + ")";
        }
        return value instanceof List<?> list
                ? list.stream().map(String::valueOf).sorted().toList().toString()
                : String.valueOf(value);
    }

    /** A row of all columns. */
    static SeenRow of(Row row) {
        List<Object> values = new ArrayList<>();
        Stream.of(Column.values()).forEach(column -> values.add(value(row, column.position(), column)));
        return new SeenRow(new Key(row.intAt(0), row.longAt(1)), values);
    }

    /** A row of some columns, given by their positions, as text. */
    static String text(Row row, List<Integer> positions) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < positions.size(); i++) {
            int position = positions.get(i);
            texts.add(
                    switch (position) {
                        case 0 -> text(row.intAt(i));
                        case 1 -> text(row.longAt(i));
                        default -> text(value(row, i, Column.values()[position - 2]));
                    });
        }
        return String.join(" ", texts);
    }

    private static Object value(Row row, int position, Column column) {
        if (row.isNull(position)) {
            return null;
        }
        return switch (column) {
            case V -> row.stringAt(position).toString();
            case C -> list(row.arrayAt(position));
            case N, M, S, T -> row.intAt(position);
        };
    }

    private static List<Integer> list(RowArray array) {
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < array.size(); i++) {
            list.add(array.intAt(i));
        }
        return list;
    }
}
