package dev.varve.connect.config;

import java.util.List;
import java.util.Locale;

/** Which settings must never be printed. */
public final class Secrets {
    /** What is printed instead. */
    public static final String HIDDEN = "[hidden]";

    private static final List<String> MARKS = List.of("secret", "key", "password", "token", "credential", "sas");

    private Secrets() {}

    /** Whether the name of a store's setting suggests a secret. */
    public static boolean isSecret(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return MARKS.stream().anyMatch(lower::contains);
    }

    /** The value, or {@link #HIDDEN}. */
    public static String shown(String name, String value) {
        return isSecret(name) ? HIDDEN : value;
    }
}
