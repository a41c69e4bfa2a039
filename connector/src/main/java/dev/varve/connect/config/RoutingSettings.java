package dev.varve.connect.config;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * Which table a record belongs to.
 *
 * @param database database of templates that name none
 * @param rules tried in this order; the first that matches the topic wins
 * @param otherwise for topics that no rule matches
 * @param nameCase how names of databases and tables are written
 */
public record RoutingSettings(String database, List<RouteRule> rules, TableTemplate otherwise, NameCase nameCase) {
    public RoutingSettings {
        requireNonNull(database, "database is null");
        requireNonNull(otherwise, "otherwise is null");
        requireNonNull(nameCase, "nameCase is null");
        rules = List.copyOf(rules);
    }
}
