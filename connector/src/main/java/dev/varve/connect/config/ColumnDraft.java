package dev.varve.connect.config;

import dev.varve.connect.expression.Expression;
import dev.varve.table.error.InvalidInputException;
import dev.varve.table.option.NearestName;
import dev.varve.table.schema.ColumnNames;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Settings of columns while they are read: of one table, or of all. */
final class ColumnDraft {
    static final String COMPUTED = "computed";
    static final String METADATA = "metadata";
    static final String RENAME = "rename";
    static final String COMMENTS = "comments";
    static final String INCLUDE = "include";
    static final String EXCLUDE = "exclude";
    static final String TIME_ZONE = "time-zone";
    /** Settings whose names end with a column. */
    static final List<String> BY_COLUMN = List.of(COMPUTED, METADATA, RENAME, COMMENTS);
    /** Settings that stand by themselves. */
    static final List<String> ALONE = List.of(INCLUDE, EXCLUDE, TIME_ZONE);

    private final Problems problems;
    private Optional<List<String>> include = Optional.empty();
    private List<String> exclude = List.of();
    private Optional<ZoneId> zone = Optional.empty();
    private final Map<String, String> renames = new TreeMap<>();
    private final TreeMap<String, Expression> computed = new TreeMap<>();
    private final TreeMap<String, MetadataSource> metadata = new TreeMap<>();
    private final Map<String, String> comments = new TreeMap<>();

    ColumnDraft(Problems problems) {
        this.problems = problems;
    }

    /**
     * A setting of {@link #BY_COLUMN}.
     *
     * @param name the whole name, for problems
     */
    void take(String name, String part, String column, String value) {
        if (column.isBlank()) {
            problems.add(
                    name, "the name ends where a " + (part.equals(RENAME) ? "field" : "column") + " should follow");
            return;
        }
        try {
            switch (part) {
                case COMPUTED -> computed.put(usable(column), Expression.parse(value));
                case METADATA -> metadata.put(usable(column), MetadataSource.parse(value));
                case RENAME -> renames.put(column, usable(value));
                default -> comments.put(column, value);
            }
        } catch (InvalidInputException e) {
            problems.add(name, e.getMessage());
        }
    }

    private static String usable(String column) {
        if (!ColumnNames.isUsable(column)) {
            throw new InvalidInputException(
                    "no column can be called '" + column
                            + "': the name is blank or reserved by the table format (_KEY_..., rowkind, _SEQUENCE_NUMBER and the like)");
        }
        return column;
    }

    /** A setting of {@link #ALONE}. */
    void take(String name, String part, String value) {
        switch (part) {
            case INCLUDE -> include = Optional.of(NameList.parse(name, value, problems));
            case EXCLUDE -> exclude = NameList.parse(name, value, problems);
            default -> zone = zone(name, value);
        }
    }

    private Optional<ZoneId> zone(String name, String value) {
        try {
            return Optional.of(ZoneId.of(value).normalized());
        } catch (DateTimeException e) {
            problems.add(
                    name,
                    "'" + value + "' is no time zone such as UTC, Europe/Berlin or +02:00"
                            + NearestName.of(value, ZoneId.getAvailableZoneIds())
                                    .map(near -> "; did you mean " + near + "?")
                                    .orElse(""));
            return Optional.empty();
        }
    }

    ColumnSettings settings() {
        return new ColumnSettings(include, new HashSet<>(exclude), renames, computed, metadata, comments, zone);
    }
}
