package dev.varve.connect.config;

import java.util.Arrays;
import java.util.List;

/** Names of columns separated by commas. */
final class NameList {
    private NameList() {}

    /** At least one name, each once; anything else becomes a problem. */
    static List<String> parse(String setting, String value, Problems problems) {
        List<String> columns =
                Arrays.stream(value.split(",", -1)).map(String::strip).toList();
        if (columns.stream().anyMatch(String::isEmpty)) {
            problems.add(setting, "expected column names separated by commas, got '" + value + "'");
        } else if (columns.stream().distinct().count() < columns.size()) {
            problems.add(setting, "a column is named twice in '" + value + "'");
        }
        return columns;
    }
}
