package dev.varve.connect.event;

import java.util.Optional;

/** Where a change happened, of events that name {@code database} and {@code table} beside the row. */
record MysqlSource(Object event) implements EventSource {
    static EventSource of(Object event) {
        return new MysqlSource(event);
    }

    @Override
    public Optional<String> find(String name) {
        return Optional.ofNullable(valueOf(name))
                .filter(String.class::isInstance)
                .map(String.class::cast);
    }

    /** {@code ts_ms} is Canal's {@code es} in milliseconds, or Maxwell's {@code ts} in seconds; others are called as they are. */
    @Override
    public Object valueOf(String name) {
        return switch (name) {
            case "db" -> Fields.of(event, "database");
            case "ts_ms" -> timeMillis();
            default -> Fields.of(event, name);
        };
    }

    private Object timeMillis() {
        Object millis = Fields.of(event, "es");
        return millis == null && !Fields.has(event, "isDdl") && Fields.of(event, "ts") instanceof Number seconds
                ? (Object) (seconds.longValue() * 1000)
                : millis;
    }
}
