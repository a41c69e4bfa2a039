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

    /** The key under which the option is set: the main one or a legacy one. */
    Optional<String> keyIn(Map<String, String> options) {
        if (options.containsKey(key)) {
            return Optional.of(key);
        }
        for (String alias : aliases) {
            if (options.containsKey(alias)) {
                return Optional.of(alias);
            }
        }
        return Optional.empty();
    }

    /** The value as set, or empty. */
    Optional<T> find(Map<String, String> options) {
        return keyIn(options).map(name -> parse(name, options.get(name)));
    }

    private T parse(String name, String text) {
        try {
            return parser.apply(text);
        } catch (InvalidInputException e) {
            throw new InvalidInputException("option '" + name + "' = '" + text + "': " + e.getMessage(), e);
        }
    }

    /** The value as set, or the default. */
    T in(Map<String, String> options) {
        return find(options).orElse(absent);
    }
}
