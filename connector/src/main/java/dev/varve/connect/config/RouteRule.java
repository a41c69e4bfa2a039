package dev.varve.connect.config;

import static java.util.Objects.requireNonNull;

import java.util.regex.Pattern;

/**
 * A rule for some topics, settings {@code route.<name>.regex} and {@code route.<name>.table}.
 *
 * @param regex must match the whole topic
 * @param table the table of those topics; may refer to the groups
 */
public record RouteRule(String name, Pattern regex, TableTemplate table) {
    public RouteRule {
        requireNonNull(name, "name is null");
        requireNonNull(regex, "regex is null");
        requireNonNull(table, "table is null");
    }
}
