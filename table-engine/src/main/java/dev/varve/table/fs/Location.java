package dev.varve.table.fs;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.Check;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The place of a file or directory in a store: an absolute local path ({@code /data/t}) or a URI ({@code s3a://bucket/t}). The
 * text is literal: a percent sign is a percent sign, never an escape. No trailing slash, except where the root itself is meant
 * ({@code /}, {@code file:///}). Immutable.
 */
public record Location(String value) implements Comparable<Location> {
    private static final String LOCAL_SCHEME = "file";

    /** Group 1 is the scheme, group 2 the authority, both perhaps absent, group 3 the path. */
    private static final Pattern PARTS =
            Pattern.compile("(?:([A-Za-z][A-Za-z0-9+.-]*):(?=/)(?://([^/]*))?)?(.*)", Pattern.DOTALL);

    public Location {
        requireNonNull(value, "value is null");
        Check.argument(!value.isEmpty(), "a location is not empty");
        if (value.charAt(value.length() - 1) == '/') {
            value = withoutSlashes(value);
        }
    }

    private static String withoutSlashes(String value) {
        int start = pathStart(value);
        int end = value.length();
        while (end > start && value.charAt(end - 1) == '/') {
            end--;
        }
        boolean root = end == start && start < value.length();
        return value.substring(0, root && !hasAuthority(value) ? start + 1 : end);
    }

    public static Location of(String value) {
        return new Location(value);
    }

    /** A file or directory directly below, or deeper with slashes in {@code relative}. */
    public Location child(String relative) {
        Check.argument(!relative.isEmpty() && !relative.startsWith("/"), "not a relative path: '%s'", relative);
        return new Location(value.endsWith("/") ? value + relative : value + "/" + relative);
    }

    /** The last part of the path; empty for a root. */
    public String name() {
        return value.substring(Math.max(pathStart(value), value.lastIndexOf('/') + 1));
    }

    /** The directory that this is in. A root has none: asking is a bug. */
    public Location parent() {
        int start = pathStart(value);
        int slash = value.lastIndexOf('/');
        Check.argument(slash >= start && slash < value.length() - 1, "%s has no parent", value);
        boolean belowRoot = slash == start && !hasAuthority(value);
        return new Location(value.substring(0, belowRoot ? slash + 1 : slash));
    }

    /** The scheme in lower case, {@code file} for plain paths. */
    public String scheme() {
        String scheme = match(value).group(1);
        return scheme == null ? LOCAL_SCHEME : scheme.toLowerCase(Locale.ROOT);
    }

    /** Bucket, host or container of a URI; empty for plain paths and URIs without one. */
    public String authority() {
        String authority = match(value).group(2);
        return authority == null ? "" : authority;
    }

    /** What follows scheme and authority, literally; empty for the root of an authority ({@code s3a://bucket}). */
    public String path() {
        return value.substring(pathStart(value));
    }

    @Override
    public int compareTo(Location other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }

    /** Where the path begins. Locations are made and taken apart so often that plain paths are told without the pattern. */
    private static int pathStart(String value) {
        return value.charAt(0) == '/' ? 0 : match(value).start(3);
    }

    private static boolean hasAuthority(String value) {
        if (value.charAt(0) == '/') {
            return false;
        }
        String authority = match(value).group(2);
        return authority != null && !authority.isEmpty();
    }

    private static Matcher match(String value) {
        Matcher matcher = PARTS.matcher(value);
        Check.that(matcher.matches(), "the pattern of a location accepts every text, but not '%s'", value);
        return matcher;
    }
}
