package dev.varve.table.fs;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.Check;

/**
 * The place of a file or directory in a store: an absolute local path ({@code /data/t}) or a URI ({@code s3a://bucket/t}). The
 * text is literal: a percent sign is a percent sign, never an escape. No trailing slash.
 */
public record Location(String value) implements Comparable<Location> {
    public Location {
        requireNonNull(value, "value is null");
        while (value.length() > 1 && value.endsWith("/") && !value.endsWith("://")) {
            value = value.substring(0, value.length() - 1);
        }
        Check.argument(!value.isEmpty(), "a location is not empty");
    }

    public static Location of(String value) {
        return new Location(value);
    }

    /** A file or directory directly below, or deeper with slashes in {@code relative}. */
    public Location child(String relative) {
        Check.argument(!relative.isEmpty() && !relative.startsWith("/"), "not a relative path: '%s'", relative);
        return new Location(value.endsWith("/") ? value + relative : value + "/" + relative);
    }

    /** The last part of the path. */
    public String name() {
        return value.substring(value.lastIndexOf('/') + 1);
    }

    public Location parent() {
        int slash = value.lastIndexOf('/');
        Check.argument(slash >= 0, "%s has no parent", value);
        return new Location(slash == 0 ? "/" : value.substring(0, slash));
    }

    /** The scheme in lower case, {@code file} for plain paths. */
    public String scheme() {
        int colon = value.indexOf(":/");
        return colon <= 0 ? "file" : value.substring(0, colon).toLowerCase(java.util.Locale.ROOT);
    }

    @Override
    public int compareTo(Location other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
