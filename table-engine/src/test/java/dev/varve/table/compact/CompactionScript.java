package dev.varve.table.compact;

import static dev.varve.table.testing.FileMetas.KEY_ORDER;
import static dev.varve.table.testing.FileMetas.key;

import dev.varve.table.lsm.Levels;
import dev.varve.table.manifest.BucketVectors;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.option.TableOptions;
import dev.varve.table.testing.FileMetas;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The notation of {@code testdata/compact}: a command with table options, the runs of a bucket, a line, and what the policy picks.
 *
 * <pre>
 * universal num-sorted-run.compaction-trigger=3 hour=4 last-full=90min
 * L0[90..99 4B] L0[80..89 4B] L5[0..79 100B]
 * ----
 * L0[90..99 4B] L0[80..89 4B] -> L4 because=size-ratio
 * </pre>
 *
 * {@code hour} is the hour of the day, {@code last-full} how long ago the last full compaction was.
 */
final class CompactionScript {
    private static final Pattern RUN = Pattern.compile("L(\\d+)\\[(\\d+)\\.\\.(\\d+) (\\d+)B]");

    private CompactionScript() {}

    /** What the policy answers to a command and its runs. */
    static String answer(String command, String runs) {
        List<String> words = List.of(command.split(" +"));
        Map<String, String> values = new HashMap<>();
        for (String word : words.subList(1, words.size())) {
            String[] parts = word.split("=", 2);
            values.put(parts[0], parts[1]);
        }
        int hour = Integer.parseInt(Optional.ofNullable(values.remove("hour")).orElse("12"));
        ZonedDateTime now = ZonedDateTime.of(2026, 1, 31, hour, 30, 0, 0, ZoneOffset.UTC);
        Optional<Instant> lastFull = Optional.ofNullable(values.remove("last-full"))
                .map(ago -> now.toInstant().minus(Duration.parse("PT" + ago.replace("min", "M"))));
        values.put("bucket", "1");
        TableOptions options = TableOptions.of(values, 3);
        CompactionPolicy policy = policy(words.get(0), options);
        return policy.pick(new BucketView(levels(runs, options.numLevels()), BucketVectors.NONE, lastFull), now)
                .map(CompactionPlan::describe)
                .orElse("nothing");
    }

    private static CompactionPolicy policy(String name, TableOptions options) {
        return switch (name) {
            case "universal" -> UniversalCompaction.of(options);
            case "full" -> FullCompaction.of(options);
            default -> throw new IllegalArgumentException("no policy " + name);
        };
    }

    /** A tree of runs of one file each that all overlap. */
    static Levels levels(String runs, int levelCount) {
        List<DataFileMeta> files = new ArrayList<>();
        Matcher matcher = RUN.matcher(runs);
        while (matcher.find()) {
            files.add(file(
                    "f" + files.size(),
                    Integer.parseInt(matcher.group(1)),
                    Long.parseLong(matcher.group(2)),
                    Long.parseLong(matcher.group(3)),
                    Long.parseLong(matcher.group(4))));
        }
        return Levels.of(files, KEY_ORDER, levelCount);
    }

    static DataFileMeta file(String name, int level, long oldest, long newest, long bytes) {
        return FileMetas.file(name, level, key(0), key(1), oldest, newest, bytes, 0);
    }
}
