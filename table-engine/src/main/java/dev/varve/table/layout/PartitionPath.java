package dev.varve.table.layout;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.error.UnsupportedFormatException;
import dev.varve.table.row.Row;
import dev.varve.table.type.DataField;
import dev.varve.table.type.RowType;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/**
 * The directory of a partition: {@code name=value} for each partition column, escaped and joined by slashes.
 *
 * <p>The text is for finding files only. Different values may share a directory (the default name stands for null, empty and
 * blank text), so partition values are always taken from the metadata, never from a path. Immutable.
 */
public final class PartitionPath {
    private final List<String> names;
    private final List<PartitionText> texts;
    private final String defaultName;

    /**
     * @param partitionType the partition columns in the order of the table's partition keys; may be empty
     * @param legacyNames table option {@code partition.legacy-name}: dates as days, times as milliseconds, timestamps as ISO text
     * @param defaultName table option {@code partition.default-name}: for null, empty and blank values
     * @param zone the zone in which TIMESTAMP_LTZ is written when {@code legacyNames} is off
     * @throws UnsupportedFormatException for a column whose values have no usable text
     */
    public PartitionPath(RowType partitionType, boolean legacyNames, String defaultName, ZoneId zone) {
        requireNonNull(zone, "zone is null");
        if (defaultName.isBlank()) {
            throw new InvalidInputException(
                    "partition.default-name must not be blank: it names the directory of blank partition values");
        }
        this.defaultName = defaultName;
        List<String> escapedNames = new ArrayList<>();
        List<PartitionText> columnTexts = new ArrayList<>();
        for (DataField field : partitionType.fields()) {
            escapedNames.add(PathEscaping.escape(field.name()));
            columnTexts.add(PartitionText.of(field, legacyNames, zone));
        }
        this.names = List.copyOf(escapedNames);
        this.texts = List.copyOf(columnTexts);
    }

    /** The path of this partition relative to the table, without a slash at either end; empty for a table without partitions. */
    public String of(Row partition) {
        StringBuilder path = new StringBuilder();
        for (int i = 0; i < names.size(); i++) {
            String text = partition.isNull(i) ? "" : texts.get(i).of(partition, i);
            path.append(i == 0 ? "" : "/")
                    .append(names.get(i))
                    .append('=')
                    .append(PathEscaping.escape(text.isBlank() ? defaultName : text));
        }
        return path.toString();
    }
}
