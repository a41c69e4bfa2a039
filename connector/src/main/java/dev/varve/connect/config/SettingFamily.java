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
    HADOOP(
            "hadoop.<key>",
            "Passed to Hadoop without the prefix: `hadoop.fs.s3a.endpoint`. Values whose names speak of secrets, keys,"
                    + " passwords or tokens are never logged."),
    KAFKA(
            "kafka.<key>",
            "Passed, without the prefix, to a Kafka admin client of the task's own; `kafka.bootstrap.servers` turns it on. With it,"
                    + " a topic that was created anew, or whose records expired before they were landed, is noticed when a task"
                    + " starts, not only by its first record. Secrets are never logged.");

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

    /** Text up to the first part that the user completes. */
    String prefix() {
        return pattern.substring(0, pattern.indexOf('<'));
    }

    /** The first family whose prefix the name has. */
    static Optional<SettingFamily> ofPrefix(String name) {
        return Arrays.stream(values())
                .filter(family -> name.startsWith(family.prefix()))
                .findFirst();
    }
}
