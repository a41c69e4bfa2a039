package dev.varve.table.cli;

import dev.varve.table.error.InvalidInputException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** Which partitions: shared by all commands that work on some. */
final class PartitionOption {
    @Option(
            names = {"-p", "--partition"},
            paramLabel = "COLUMN=VALUE[,…]",
            description =
                    "Only this partition, named by some or all of its values: dt=2026-01-31,region=EU. May be repeated.")
    private List<String> partitions = List.of();

    /** Each partition's values by column; empty for all partitions. */
    List<Map<String, String>> partitions() {
        List<Map<String, String>> parsed = new ArrayList<>();
        partitions.forEach(text -> parsed.add(parse(text)));
        return parsed;
    }

    private static Map<String, String> parse(String text) {
        Map<String, String> values = new LinkedHashMap<>();
        for (String part : text.split(",", -1)) {
            int equals = part.indexOf('=');
            if (equals < 1) {
                throw new InvalidInputException(
                        "partition '" + text + "': expected column=value, or several separated by commas");
            }
            values.put(part.substring(0, equals).strip(), part.substring(equals + 1));
        }
        return values;
    }
}
