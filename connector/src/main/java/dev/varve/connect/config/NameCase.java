package dev.varve.connect.config;

import java.util.Locale;

/** How names of databases and tables are written, setting {@code table.case}. */
public enum NameCase implements Choice {
    /** As they come. */
    KEEP,
    LOWER,
    UPPER;

    /** The name so written; the same in every locale. */
    public String of(String name) {
        return switch (this) {
            case KEEP -> name;
            case LOWER -> name.toLowerCase(Locale.ROOT);
            case UPPER -> name.toUpperCase(Locale.ROOT);
        };
    }
}
