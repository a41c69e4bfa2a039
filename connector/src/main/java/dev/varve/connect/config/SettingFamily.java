package dev.varve.connect.config;

import java.util.Arrays;
import java.util.Optional;

/** Settings whose names the user completes. The documentation page lists them as they are written here. */
public enum SettingFamily {
    ROUTE_REGEX(
            "route.<name>.regex",
            "Regular expression of the topics of a rule; it must match the whole topic. Rules are tried in the alphabetical"
                    + " order of their names, and the first that matches wins."),
    ROUTE_TABLE(
            "route.<name>.table",
            "Template of the tables of the rule, as `table.format`; `$1`, `$2` … are the groups of the regular expression."),
    OPTION("options.<key>", "Table option of every table that this connector creates or writes."),
    TABLE_PRIMARY_KEY(
            "tables.<table>.primary-key",
            "Columns of the table's primary key, separated by commas, instead of the record key's fields. `<table>` is"
                    + " `table` or `database.table`."),
    TABLE_PARTITION_KEYS(
            "tables.<table>.partition-keys",
            "Columns by which the table is partitioned, separated by commas; none unless set."),
    TABLE_TYPE(
            "tables.<table>.types.<column>",
            "Type that the column gets when it is created, for example `DECIMAL(20, 4)`, instead of the one that the stream"
                    + " suggests."),
    TABLE_OPTION("tables.<table>.options.<key>", "Table option of one table; goes before `options.<key>`."),
    TABLE_COMPUTED(
            "tables.<table>.computed.<column>",
            "Expression that computes the column from fields of the row: `date_format(created_at, yyyy-MM-dd)`, `truncate(id, 1000)`. The"
                    + " column can be part of the primary key and a partition key. Functions are described in [columns.md](columns.md)."),
    TABLE_METADATA(
            "tables.<table>.metadata.<column>",
            "What the record says beside its row, which the column holds: `topic`, `partition`, `offset`, `timestamp`, `timestamp_type`,"
                    + " `op`, `ts_ms`, `key`, `key.<field>`, `header.<name>`, `source.<field>` of a Debezium event."),
    TABLE_RENAME("tables.<table>.rename.<field>", "Name of the column that a field of the rows becomes."),
    TABLE_INCLUDE(
            "tables.<table>.include",
            "The only fields of the rows that become columns, separated by commas. Columns of the primary key must be among them."),
    TABLE_EXCLUDE(
            "tables.<table>.exclude",
            "Fields of the rows that do not become columns, separated by commas, whatever `include` says. Expressions can read them still."
                    + " A path such as `address.zip` leaves out a field of a struct."),
    TABLE_TIME_ZONE(
            "tables.<table>.time-zone",
            "Time zone in which computed columns read moments (TIMESTAMP WITH LOCAL TIME ZONE, numbers since the epoch) as date and time"
                    + " of day, for example `Europe/Berlin`; `UTC` unless set."),
    TABLE_COMMENT("tables.<table>.comment", "Comment of the table, written where the table has none."),
    TABLE_COMMENTS(
            "tables.<table>.comments.<column>",
            "Comment of a column, instead of the one that the source's schema has; written where the column has none."),
    COLUMN_COMPUTED(
            "columns.computed.<column>",
            "As `tables.<table>.computed.<column>`, for every table that does not say otherwise."),
    COLUMN_METADATA(
            "columns.metadata.<column>",
            "As `tables.<table>.metadata.<column>`, for every table that does not say otherwise."),
    COLUMN_RENAME(
            "columns.rename.<field>",
            "As `tables.<table>.rename.<field>`, for every table that does not say otherwise."),
    COLUMN_INCLUDE("columns.include", "As `tables.<table>.include`, for every table that does not say otherwise."),
    COLUMN_EXCLUDE(
            "columns.exclude",
            "As `tables.<table>.exclude`, for every table, in addition to what that excludes itself."),
    COLUMN_TIME_ZONE(
            "columns.time-zone", "As `tables.<table>.time-zone`, for every table that does not say otherwise."),
    COLUMN_COMMENTS(
            "columns.comments.<column>",
            "As `tables.<table>.comments.<column>`, for every table that does not say otherwise."),
    HADOOP(
            "hadoop.<key>",
            "Passed to Hadoop without the prefix: `hadoop.fs.s3a.endpoint`. Values whose names speak of secrets, keys,"
                    + " passwords or tokens are never logged."),
    KAFKA(
            "kafka.<key>",
            "Passed, without the prefix, to a Kafka admin client of the task's own; `kafka.bootstrap.servers` turns it on. With it,"
                    + " records that expired before they were landed are noticed when a task starts, and a topic that was created anew"
                    + " also before each commit, however far it has come since. Secrets are never logged.");

    private final String pattern;
    private final String documentation;

    SettingFamily(String pattern, String documentation) {
        this.pattern = pattern;
        this.documentation = documentation;
    }

    /** How the family is written: {@code tables.<table>.primary-key}. */
    public String pattern() {
        return pattern;
    }

    public String documentation() {
        return documentation;
    }

    /** Text up to the first dot, by which a name is known as ours. */
    String prefix() {
        return pattern.substring(0, pattern.indexOf('.') + 1);
    }

    /** The first family whose prefix the name has. */
    static Optional<SettingFamily> ofPrefix(String name) {
        return Arrays.stream(values())
                .filter(family -> name.startsWith(family.prefix()))
                .findFirst();
    }
}
