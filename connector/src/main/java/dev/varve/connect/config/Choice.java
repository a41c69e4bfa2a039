package dev.varve.connect.config;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** One of the few values a setting may have. Written in lower case with hyphens, read in any case. */
public interface Choice {
    /** The enum constant's name. */
    String name();

    /** How users write it: {@code ADD_COLUMNS} is {@code add-columns}. */
    default String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The choice written so, if there is one. */
    static <E extends Enum<E> & Choice> Optional<E> find(Class<E> choices, String text) {
        String wanted = text.strip().toLowerCase(Locale.ROOT);
        return Arrays.stream(choices.getEnumConstants())
                .filter(choice -> choice.text().equals(wanted))
                .findFirst();
    }

    /** All choices as users write them, in declared order. */
    static <E extends Enum<E> & Choice> List<String> texts(Class<E> choices) {
        return Arrays.stream(choices.getEnumConstants()).map(Choice::text).toList();
    }
}
