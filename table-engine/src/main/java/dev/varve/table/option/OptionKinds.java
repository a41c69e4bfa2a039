package dev.varve.table.option;

import dev.varve.table.error.InvalidInputException;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The kinds of option values: how each is read from text. */
final class OptionKinds {
    private OptionKinds() {}

    static Option<String> text(String key, String absent) {
        return new Option<>(key, List.of(), absent, Function.identity());
    }

    static Option<Boolean> bool(String key, Boolean absent) {
        return new Option<>(key, List.of(), absent, OptionKinds::parseBoolean);
    }

    static Option<Integer> integer(String key, Integer absent) {
        return new Option<>(key, List.of(), absent, OptionKinds::parseInt);
    }

    static Option<Long> bigint(String key, Long absent) {
        return new Option<>(key, List.of(), absent, OptionKinds::parseLong);
    }

    static Option<Double> real(String key, Double absent) {
        return new Option<>(key, List.of(), absent, OptionKinds::parseDouble);
    }

    static Option<MemorySize> size(String key, MemorySize absent) {
        return new Option<>(key, List.of(), absent, MemorySize::parse);
    }

    static Option<Duration> duration(String key, Duration absent) {
        return new Option<>(key, List.of(), absent, DurationText::parse);
    }

    /** Names separated by commas; blanks around them do not count, empty ones are dropped. */
    static Option<List<String>> names(String key) {
        return new Option<>(key, List.of(), List.of(), OptionKinds::parseNames);
    }

    /** Pairs {@code level:value} separated by commas. */
    static Option<Map<Integer, String>> perLevel(String key) {
        return new Option<>(key, List.of(), Map.of(), OptionKinds::parsePerLevel);
    }

    /** One of the choices, in any case. */
    static <T extends OptionChoice> Option<T> choice(String key, T absent, T[] choices) {
        return new Option<>(
                key,
                List.of(),
                absent,
                text -> Arrays.stream(choices)
                        .filter(choice -> choice.text().equalsIgnoreCase(text.strip()))
                        .findFirst()
                        .orElseThrow(() -> notOneOf(Arrays.stream(choices).map(OptionChoice::text))));
    }

    /** One of some texts that this engine only checks, in any case. */
    static Option<String> oneOf(String key, String absent, String... choices) {
        return new Option<>(
                key,
                List.of(),
                absent,
                text -> Arrays.stream(choices)
                        .filter(choice -> choice.equalsIgnoreCase(text.strip()))
                        .findFirst()
                        .orElseThrow(() -> notOneOf(Arrays.stream(choices))));
    }

    private static InvalidInputException notOneOf(java.util.stream.Stream<String> choices) {
        return new InvalidInputException("expected one of " + choices.collect(Collectors.joining(", ")));
    }

    private static Boolean parseBoolean(String text) {
        return switch (text.strip().toLowerCase(Locale.ROOT)) {
            case "true" -> Boolean.TRUE;
            case "false" -> Boolean.FALSE;
            default -> throw new InvalidInputException("expected true or false");
        };
    }

    private static Integer parseInt(String text) {
        try {
            return Integer.valueOf(text.strip());
        } catch (NumberFormatException e) {
            throw new InvalidInputException(
                    "expected a whole number from " + Integer.MIN_VALUE + " to " + Integer.MAX_VALUE, e);
        }
    }

    private static Long parseLong(String text) {
        try {
            return Long.valueOf(text.strip());
        } catch (NumberFormatException e) {
            throw new InvalidInputException("expected a whole number of at most 19 digits", e);
        }
    }

    private static Double parseDouble(String text) {
        try {
            return Double.valueOf(text.strip());
        } catch (NumberFormatException e) {
            throw new InvalidInputException("expected a number such as 0.25", e);
        }
    }

    private static List<String> parseNames(String text) {
        return Arrays.stream(text.split(","))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .toList();
    }

    private static Map<Integer, String> parsePerLevel(String text) {
        Map<Integer, String> values = new LinkedHashMap<>();
        for (String pair : parseNames(text)) {
            int colon = pair.indexOf(':');
            if (colon < 1 || colon == pair.length() - 1) {
                throw new InvalidInputException("expected pairs of level and value, for example '0:none,5:zstd'");
            }
            values.put(
                    parseInt(pair.substring(0, colon)),
                    pair.substring(colon + 1).strip());
        }
        return Map.copyOf(values);
    }
}
