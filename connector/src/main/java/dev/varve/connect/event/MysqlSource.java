package dev.varve.connect.event;

import java.util.Optional;

/** Where a change happened, of events that name {@code database} and {@code table} beside the row. */
final class MysqlSource {
    private MysqlSource() {}

    static EventSource of(Object event) {
        return name -> switch (name) {
            case "db" -> Optional.ofNullable(Fields.textOf(event, "database"));
            case "table" -> Optional.ofNullable(Fields.textOf(event, "table"));
            default -> Optional.empty();
        };
    }
}
