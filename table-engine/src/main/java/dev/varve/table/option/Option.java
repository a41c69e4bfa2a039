package dev.varve.table.option;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.InvalidInputException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * One typed key of the option catalogue.
 *
 * @param key main name
 * @param aliases legacy names, read if the main one is not set
 * @param absent value when unset; null if the option has no default of its own
 * @param parser text to value; its errors need not name the key
 */
record Option<T>(String key, List<String> aliases, T absent, Function<String, T> parser) {
    Option {
        requireNonNull(key, "key is null");
        requireNonNull(parser, "parser is null");
        aliases = List.copyOf(aliases);
    }

    Option<T> alias(String... names) {
        return new Option<>(key, List.of(names), absent, parser);
    }

    /** The value as set, or empty. */
    Optional<T> find(Map<String, String> options) {
        String text = options.get(key);
        String name = key;
        for (int i = 0; text == null && i < aliases.size(); i++) {
            name = aliases.get(i);
            text = options.get(name);
        }
        if (text == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(parser.apply(text));
        } catch (InvalidInputException e) {
            throw new InvalidInputException("option '" + name + "' = '" + text + "': " + e.getMessage(), e);
        }
    }

    /** The value as set, or the default. */
    T in(Map<String, String> options) {
        return find(options).orElse(absent);
    }
}
