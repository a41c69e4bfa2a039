package dev.varve.connect.route;

import static java.util.Objects.requireNonNull;

import dev.varve.connect.config.RouteRule;
import dev.varve.connect.config.RoutingSettings;
import dev.varve.connect.config.TableTemplate;
import dev.varve.connect.event.BadRecordException;
import dev.varve.connect.event.ChangeEvent;
import dev.varve.table.TableId;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;

/**
 * Finds the table an event belongs to: the first rule whose expression matches the topic, else the general template. What
 * depends on the topic alone is worked out once a topic. Refuses what would put different names into one table only because they
 * were rewritten, or brought to one case. Confined to the task thread.
 */
public final class TableRouter {
    private final RoutingSettings settings;
    private final Map<String, TopicRoute> routes = new BoundedCache<>();
    private final Map<String, TableId> ids = new BoundedCache<>();
    private final SourceNames sources = new SourceNames();

    public TableRouter(RoutingSettings settings) {
        this.settings = requireNonNull(settings, "settings is null");
    }

    /**
     * The table of an event.
     *
     * @throws BadRecordException if the name depends on something that the record does not have, or is also that of another source
     */
    public TableId route(ChangeEvent.OfTable event) {
        TopicRoute route = routes.computeIfAbsent(event.topic(), this::routeOf);
        if (route.fixed.isPresent()) {
            return claim(route.fixed.get(), event);
        }
        NameRenderer renderer = new NameRenderer(event, route.match, settings.nameCase());
        SourceName database =
                route.template.database().isEmpty() ? defaultDatabase() : renderer.render(route.template.database());
        SourceName table = renderer.render(route.template.table());
        TableId id = ids.computeIfAbsent(
                database.name() + "." + table.name(), name -> new TableId(database.name(), table.name()));
        return claim(new FixedTable(id, database, table), event);
    }

    /**
     * The name that a table's name was made from, as {@code database.table}; empty if the template alone says it, and for a table
     * that no event was routed to.
     */
    public Optional<String> sourceName(TableId table) {
        return sources.of(table);
    }

    /**
     * The table of all records of a topic, if the topic alone decides it: such a topic feeds exactly one table.
     *
     * @param topic as transforms leave it
     */
    public Optional<TableId> tableOfTopic(String topic) {
        return routes.computeIfAbsent(topic, this::routeOf).fixed.map(FixedTable::id);
    }

    private TableId claim(FixedTable table, ChangeEvent.OfTable event) {
        Optional<String> other = sources.claim(table.id, table.database, table.table);
        if (other.isPresent()) {
            throw new BadRecordException(
                    BadRecordException.Reason.NO_TABLE,
                    event.origin(),
                    "",
                    sameName(table.id, other.get(), table.database.text() + "." + table.table.text()));
        }
        return table.id;
    }

    /** Why a record cannot go to a table that another source feeds. */
    public static String sameName(TableId table, String known, String found) {
        return "table " + table + " holds records of '" + known + "', and '" + found
                + "' gets the same name only by table.case or because its characters were replaced. Send one of them to another"
                + " table by a rule (route.<name>.regex and .table), or, if they belong in one table, let the rules of both spell"
                + " its name out";
    }

    private TopicRoute routeOf(String topic) {
        for (RouteRule rule : settings.rules()) {
            Matcher matcher = rule.regex().matcher(topic);
            if (matcher.matches()) {
                return topicRoute(topic, rule.table(), Optional.of(matcher));
            }
        }
        return topicRoute(topic, settings.otherwise(), Optional.empty());
    }

    private TopicRoute topicRoute(String topic, TableTemplate template, Optional<Matcher> match) {
        Optional<FixedTable> fixed = template.dependsOnTopicOnly() ? fixed(topic, template, match) : Optional.empty();
        return new TopicRoute(template, match, fixed);
    }

    /** Empty if the topic lacks something that the template asks for: each of its records is then bad. */
    private Optional<FixedTable> fixed(String topic, TableTemplate template, Optional<Matcher> match) {
        Optional<SourceName> database = template.database().isEmpty()
                ? Optional.of(defaultDatabase())
                : NameRenderer.renderTopic(template.database(), topic, match, settings.nameCase());
        Optional<SourceName> table = NameRenderer.renderTopic(template.table(), topic, match, settings.nameCase());
        return database.isPresent() && table.isPresent()
                ? Optional.of(new FixedTable(
                        new TableId(database.get().name(), table.get().name()), database.get(), table.get()))
                : Optional.empty();
    }

    /** As settings spell it, whatever case templates are brought to. */
    private SourceName defaultDatabase() {
        return new SourceName(settings.database(), settings.database(), true);
    }

    private record FixedTable(TableId id, SourceName database, SourceName table) {}

    private record TopicRoute(TableTemplate template, Optional<Matcher> match, Optional<FixedTable> fixed) {}
}
