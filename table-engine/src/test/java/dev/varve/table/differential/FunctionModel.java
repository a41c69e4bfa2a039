package dev.varve.table.differential;

import dev.varve.table.type.ArrayType;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DecimalType;
import dev.varve.table.type.MapType;
import dev.varve.table.type.RowType;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * One aggregate function over the versions of one key, as the rules say it in words (semantics, merge engines, sections 4.4 and 6):
 * plain objects, nothing shared with the engine, slow. Numbers that overflow are not modelled, since no history has them.
 */
final class FunctionModel {
    private static final Set<String> RETRACTABLE = Set.of(
            "sum",
            "product",
            "last_value",
            "last_non_null_value",
            "collect",
            "merge_map",
            "nested_update",
            "primary-key");

    /** Functions for which no order counts. */
    private static final Set<String> ORDERLESS = Set.of(
            "sum", "product", "min", "max", "bool_and", "bool_or", "rbm32", "rbm64", "hll_sketch", "theta_sketch");

    private final String name;
    private final Column column;
    private Object value;
    /** For the functions that look for a first value: whether they have it. */
    private boolean found;

    FunctionModel(String name, Column column) {
        this.name = name;
        this.column = column;
    }

    static boolean canRetract(String function, Column column) {
        return column.has("ignore-retract") || RETRACTABLE.contains(function);
    }

    static boolean isOrderless(String function) {
        return ORDERLESS.contains(function);
    }

    Object value() {
        return value;
    }

    void add(Object input) {
        switch (name) {
            case "last_value", "primary-key" -> value = input;
            case "last_non_null_value" -> value = input == null ? value : input;
            case "first_value" -> {
                value = found ? value : input;
                found = true;
            }
            case "first_non_null_value", "first_not_null_value" -> value = value == null ? input : value;
            default -> value = bothOf(value, input);
        }
    }

    /** A version that comes late. */
    void addOlder(Object input) {
        switch (name) {
            case "last_value" -> {}
            case "last_non_null_value" -> value = value == null ? input : value;
            case "first_value" -> {
                value = input;
                found = true;
            }
            case "first_non_null_value", "first_not_null_value" -> value = input == null ? value : input;
            case "collect" -> value = column.has("ignore-retract") ? bothOf(input, value) : bothOf(value, input);
            default -> value = bothOf(input, value);
        }
    }

    private Object bothOf(Object older, Object newer) {
        if (older == null || newer == null) {
            Object only = older == null ? newer : older;
            return name.equals("collect") && column.has("distinct") && only != null ? distinct((List<?>) only) : only;
        }
        return combined(older, newer);
    }

    private Object combined(Object older, Object newer) {
        return switch (name) {
            case "sum" -> sum(older, newer, false);
            case "product" -> product(older, newer);
            case "min" -> Plain.compare(older, newer) < 0 ? older : newer;
            case "max" -> Plain.compare(older, newer) < 0 ? newer : older;
            case "bool_and" -> (Boolean) older && (Boolean) newer;
            case "bool_or" -> (Boolean) older || (Boolean) newer;
            case "listagg" -> texts((String) older, (String) newer);
            case "collect" -> {
                List<Object> all = new ArrayList<>((List<?>) older);
                all.addAll((List<?>) newer);
                yield column.has("distinct") ? distinct(all) : all;
            }
            case "merge_map" -> {
                Map<Object, Object> entries = new LinkedHashMap<>((Map<?, ?>) older);
                entries.putAll((Map<?, ?>) newer);
                yield entries;
            }
            case "merge_map_with_keytime" -> byTime((Map<?, ?>) older, (Map<?, ?>) newer);
            case "nested_update" -> nestedRows((List<?>) older, (List<?>) newer);
            case "nested_partial_update" -> nestedFields((List<?>) older, (List<?>) newer);
            case "rbm32", "rbm64", "hll_sketch", "theta_sketch" -> {
                Set<Object> numbers = new TreeSet<>((Set<?>) older);
                numbers.addAll((Set<?>) newer);
                yield numbers;
            }
            default -> throw new IllegalArgumentException(name);
        };
    }

    void retract(Object input) {
        if (column.has("ignore-retract")) {
            return;
        }
        switch (name) {
            case "primary-key" -> value = input;
            case "last_value" -> value = null;
            case "last_non_null_value" -> value = input == null ? value : null;
            case "sum" -> {
                if (input != null) {
                    value = sum(value, input, true);
                }
            }
            default -> {
                if (value != null && input != null) {
                    value = without(value, input);
                }
            }
        }
    }

    private Object without(Object from, Object input) {
        return switch (name) {
            case "product" -> quotient(from, input);
            case "collect" -> {
                List<Object> left = new ArrayList<>((List<?>) from);
                ((List<?>) input).forEach(left::remove);
                yield left;
            }
            case "merge_map" -> {
                Map<Object, Object> left = new LinkedHashMap<>((Map<?, ?>) from);
                left.keySet().removeAll(new ArrayList<>(((Map<?, ?>) input).keySet()));
                yield left;
            }
            case "nested_update" -> {
                Set<Object> leaving = new LinkedHashSet<>();
                present((List<?>) input).forEach(row -> leaving.add(keyOf(row)));
                List<List<Object>> left = present((List<?>) from);
                List<List<Object>> unique = nestedKey().isEmpty() ? left : newestOfEachKey(left);
                yield unique.stream()
                        .filter(row -> !leaving.contains(keyOf(row)))
                        .toList();
            }
            default -> throw new IllegalArgumentException(name + " cannot retract");
        };
    }

    private Object sum(Object left, Object right, boolean negated) {
        if (right instanceof BigDecimal decimal) {
            BigDecimal sum = (left == null ? BigDecimal.ZERO.setScale(decimal.scale()) : (BigDecimal) left)
                    .add(negated ? decimal.negate() : decimal);
            return fitting(sum);
        } else if (right instanceof Float number) {
            float first = left == null ? (negated ? -0.0f : 0) : (Float) left;
            return negated ? left == null ? -number : first - number : first + number;
        } else if (right instanceof Double number) {
            return negated ? left == null ? -number : (Double) left - number : (Double) left + number;
        }
        long first = left == null ? 0 : ((Number) left).longValue();
        long second = ((Number) right).longValue();
        return narrow(negated ? Math.subtractExact(first, second) : Math.addExact(first, second), right);
    }

    private Object product(Object left, Object right) {
        if (right instanceof BigDecimal) {
            return fitting(((BigDecimal) left).multiply((BigDecimal) right));
        } else if (right instanceof Float) {
            return (Float) left * (Float) right;
        } else if (right instanceof Double) {
            return (Double) left * (Double) right;
        }
        return narrow(Math.multiplyExact(((Number) left).longValue(), ((Number) right).longValue()), right);
    }

    private Object quotient(Object left, Object right) {
        if (right instanceof BigDecimal) {
            return fitting(((BigDecimal) left).divide((BigDecimal) right));
        } else if (right instanceof Float) {
            return (Float) left / (Float) right;
        } else if (right instanceof Double) {
            return (Double) left / (Double) right;
        }
        return narrow(((Number) left).longValue() / ((Number) right).longValue(), right);
    }

    private Object fitting(BigDecimal exact) {
        DecimalType type = (DecimalType) column.type();
        BigDecimal rounded = exact.setScale(type.scale(), RoundingMode.HALF_UP);
        return rounded.precision() > type.precision() ? null : rounded;
    }

    private static Object narrow(long number, Object like) {
        if (like instanceof Byte) {
            return requireSame(number, (byte) number, (byte) number);
        } else if (like instanceof Short) {
            return requireSame(number, (short) number, (short) number);
        } else if (like instanceof Integer) {
            return requireSame(number, (int) number, (int) number);
        }
        return number;
    }

    private static Object requireSame(long exact, long narrow, Object result) {
        if (exact != narrow) {
            throw new ArithmeticException(exact + " overflows");
        }
        return result;
    }

    private static List<Object> distinct(List<?> list) {
        return new ArrayList<>(new LinkedHashSet<>(list));
    }

    private Object texts(String older, String newer) {
        String delimiter = column.settings().getOrDefault("list-agg-delimiter", ",");
        if (newer.isEmpty()) {
            return older;
        } else if (older.isEmpty()) {
            return newer;
        } else if (!column.has("distinct")) {
            return older + delimiter + newer;
        }
        String quoted = Pattern.quote(delimiter);
        Set<String> seen = new LinkedHashSet<>(Arrays.asList(older.split(quoted, -1)));
        StringBuilder text = new StringBuilder(older);
        for (String piece : newer.split(quoted, -1)) {
            if (!piece.isEmpty() && seen.add(piece)) {
                text.append(delimiter).append(piece);
            }
        }
        return text.toString();
    }

    private Object byTime(Map<?, ?> older, Map<?, ?> newer) {
        RowType row = (RowType) ((MapType) column.type()).value();
        String field = column.settings().get("ts-field");
        int at = field == null ? row.arity() - 1 : row.indexOf(field);
        Map<Object, Object> entries = new LinkedHashMap<>(older);
        newer.forEach((key, entry) -> {
            if (entry == null) {
                entries.remove(key);
                return;
            }
            String time = (String) ((List<?>) entry).get(at);
            Object present = entries.get(key);
            String before = present == null ? null : (String) ((List<?>) present).get(at);
            if (time != null && (before == null || time.compareTo(before) > 0)) {
                entries.put(key, entry);
            }
        });
        return entries;
    }

    private Object nestedRows(List<?> older, List<?> newer) {
        int limit = Integer.parseInt(column.settings().getOrDefault("count-limit", "2147483647"));
        if (older.size() >= limit) {
            return older;
        }
        List<List<Object>> rows = present(older);
        List<List<Object>> additions = present(newer);
        rows.addAll(additions.subList(0, Math.min(additions.size(), limit - older.size())));
        return nestedKey().isEmpty() ? rows : newestOfEachKey(rows);
    }

    private List<List<Object>> newestOfEachKey(List<List<Object>> rows) {
        Map<Object, List<Object>> byKey = new LinkedHashMap<>();
        rows.forEach(row -> byKey.put(keyOf(row), row));
        return new ArrayList<>(byKey.values());
    }

    private Object nestedFields(List<?> older, List<?> newer) {
        Map<Object, List<Object>> byKey = new LinkedHashMap<>();
        List<List<Object>> rows = present(older);
        rows.addAll(present(newer));
        for (List<Object> row : rows) {
            List<Object> merged = byKey.computeIfAbsent(keyOf(row), key -> new ArrayList<>(row));
            for (int i = 0; i < row.size(); i++) {
                if (row.get(i) != null) {
                    merged.set(i, row.get(i));
                }
            }
        }
        return new ArrayList<>(byKey.values());
    }

    @SuppressWarnings("unchecked")
    private static List<List<Object>> present(List<?> rows) {
        List<List<Object>> present = new ArrayList<>();
        rows.stream().filter(row -> row != null).forEach(row -> present.add((List<Object>) row));
        return present;
    }

    private List<String> nestedKey() {
        String key = column.settings().getOrDefault("nested-key", "");
        return Arrays.stream(key.split(","))
                .map(String::strip)
                .filter(part -> !part.isEmpty())
                .toList();
    }

    /** What identifies a nested row: its key, or all of it. */
    private Object keyOf(List<Object> row) {
        DataType element = ((ArrayType) column.type()).element();
        List<String> key = nestedKey();
        return key.isEmpty()
                ? row
                : key.stream()
                        .map(field -> row.get(((RowType) element).indexOf(field)))
                        .collect(ArrayList::new, List::add, List::addAll);
    }
}
