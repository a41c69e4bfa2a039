package dev.varve.connect.route;

import static java.util.Objects.requireNonNull;

import dev.varve.connect.config.RouteRule;
import dev.varve.connect.config.RoutingSettings;
import dev.varve.connect.config.TableTemplate;
import dev.varve.connect.event.BadRecordException;
import dev.varve.connect.event.ChangeEvent;
import dev.varve.table.TableId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;

/**
 * Finds the table an event belongs to: the first rule whose expression matches the topic, else the general template. What
 * depends on the topic alone is worked out once a topic. Confined to the task thread.
 */
public final class TableRouter {
    /** Topics and rendered names that are remembered; beyond, the eldest are worked out again. */
    static final int CACHE_ENTRIES = 10_000;

    private final RoutingSettings settings;
    private final Map<String, TopicRoute> routes = new BoundedCache<>();
    private final Map<String, TableId> ids = new BoundedCache<>();

    public TableRouter(RoutingSettings settings) {
        this.settings = requireNonNull(settings, "settings is null");
    }

    /**
     * The table of an event.
     *
     * @throws BadRecordException if the name depends on something that the record does not have
     */
    public TableId route(ChangeEvent.OfTable event) {
        TopicRoute route = routes.computeIfAbsent(event.topic(), this::routeOf);
        if (route.fixed.isPresent()) {
            return route.fixed.get();
        }
        NameRenderer renderer = new NameRenderer(event, route.match);
        String database =
                route.template.database().isEmpty() ? settings.database() : renderer.render(route.template.database());
        String table = renderer.render(route.template.table());
        return ids.computeIfAbsent(database + "." + table, name -> new TableId(database, table));
    }

    /**
     * The table of all records of a topic, if the topic alone decides it: such a topic feeds exactly one table.
     *
     * @param topic as transforms leave it
     */
    public Optional<TableId> tableOfTopic(String topic) {
        return routes.computeIfAbsent(topic, this::routeOf).fixed;
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
        Optional<TableId> fixed = template.dependsOnTopicOnly() ? fixed(topic, template, match) : Optional.empty();
        return new TopicRoute(template, match, fixed);
    }

    /** Empty if the topic lacks something that the template asks for: each of its records is then bad. */
    private Optional<TableId> fixed(String topic, TableTemplate template, Optional<Matcher> match) {
        Optional<String> database = template.database().isEmpty()
                ? Optional.of(settings.database())
                : NameRenderer.renderTopic(template.database(), topic, match);
        Optional<String> table = NameRenderer.renderTopic(template.table(), topic, match);
        return database.isPresent() && table.isPresent()
                ? Optional.of(new TableId(database.get(), table.get()))
                : Optional.empty();
    }

    private record TopicRoute(TableTemplate template, Optional<Matcher> match, Optional<TableId> fixed) {}

    private static final class BoundedCache<V> extends LinkedHashMap<String, V> {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
            return size() > CACHE_ENTRIES;
        }
    }
}
