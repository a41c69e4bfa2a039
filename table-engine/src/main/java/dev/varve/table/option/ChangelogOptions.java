package dev.varve.table.option;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Map;

/** The options of a table's changelog: where its rows come from and how its files are written. Immutable. */
public final class ChangelogOptions {
    private final TableOptions options;
    private final Map<String, String> values;

    ChangelogOptions(TableOptions options) {
        this.options = requireNonNull(options, "options is null");
        this.values = options.asMap();
    }

    public ChangelogProducer producer() {
        return Options.CHANGELOG_PRODUCER.in(values);
    }

    /** Whether an update that changes nothing is left out, where the changelog is made by compactions. */
    public boolean rowDeduplicate() {
        return Options.CHANGELOG_ROW_DEDUPLICATE.in(values);
    }

    /** Columns that do not count when it is looked whether an update changes anything. */
    public List<String> rowDeduplicateIgnoredColumns() {
        return Options.CHANGELOG_ROW_DEDUPLICATE_IGNORED.in(values);
    }

    /** Begin of the names of changelog files. */
    public String filePrefix() {
        return Options.CHANGELOG_FILE_PREFIX.in(values);
    }

    /** Format of changelog files that are written beside data files of a level; unless set, that of these. */
    public String fileFormatOf(int level) {
        return Options.CHANGELOG_FILE_FORMAT.find(values).orElseGet(() -> options.fileFormatOf(level));
    }

    /** Their codec; unless set, that of the data files. */
    public String compression(int level) {
        return Options.CHANGELOG_FILE_COMPRESSION.find(values).orElseGet(() -> options.compression(level));
    }

    /** Their statistics mode; unless set, that of the data files. */
    public String statsMode(int level) {
        return Options.CHANGELOG_FILE_STATS_MODE.find(values).orElseGet(() -> options.statsMode(level));
    }
}
