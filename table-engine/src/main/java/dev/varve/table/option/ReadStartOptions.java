package dev.varve.table.option;

import dev.varve.table.error.InvalidInputException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads {@code scan.mode} and the options that go with it; they exclude each other (semantics, snapshots, section 8). */
final class ReadStartOptions {
    private static final Set<String> NEWEST = Set.of("latest-full", "full", "latest");
    private static final String DEFAULT = "default";
    private static final String COMPACTED = "compacted-full";
    private static final Set<String> FROM_SNAPSHOT = Set.of("from-snapshot", "from-snapshot-full");
    private static final String FROM_TIMESTAMP = "from-timestamp";

    private static final List<Option<?>> SNAPSHOT_SELECTORS =
            List.of(Options.SCAN_SNAPSHOT_ID, Options.SCAN_TAG_NAME, Options.SCAN_WATERMARK, Options.SCAN_VERSION);
    private static final List<Option<?>> TIME_SELECTORS =
            List.of(Options.SCAN_TIMESTAMP_MILLIS, Options.SCAN_TIMESTAMP);

    /** The values of {@code scan.mode} that a batch read of one version can have. */
    static final Set<String> MODES = Set.of(
            DEFAULT, "latest-full", "full", "latest", COMPACTED, "from-snapshot", "from-snapshot-full", FROM_TIMESTAMP);

    private ReadStartOptions() {}

    static ReadStart of(Map<String, String> values) {
        String mode = Options.SCAN_MODE.in(values);
        Map<String, Supplier<ReadStart>> set = selectors(values);
        if (mode.equals(DEFAULT)) {
            return set.isEmpty() ? new ReadStart.Latest() : only(set, keys(SNAPSHOT_SELECTORS, TIME_SELECTORS), mode);
        }
        if (NEWEST.contains(mode) || mode.equals(COMPACTED)) {
            requireNull(set.keySet(), mode);
            return mode.equals(COMPACTED) ? new ReadStart.Compacted() : new ReadStart.Latest();
        }
        if (FROM_SNAPSHOT.contains(mode)) {
            requireNull(set, TIME_SELECTORS, mode);
            return only(set, keys(SNAPSHOT_SELECTORS, List.of()), mode);
        }
        requireNull(set, SNAPSHOT_SELECTORS, mode);
        return only(set, keys(TIME_SELECTORS, List.of()), mode);
    }

    /** The selectors that are set, by key. */
    private static Map<String, Supplier<ReadStart>> selectors(Map<String, String> values) {
        Map<String, Supplier<ReadStart>> set = new LinkedHashMap<>();
        Options.SCAN_SNAPSHOT_ID
                .find(values)
                .ifPresent(id -> set.put(Options.SCAN_SNAPSHOT_ID.key(), () -> new ReadStart.AtSnapshot(id)));
        Options.SCAN_TAG_NAME
                .find(values)
                .ifPresent(name -> set.put(Options.SCAN_TAG_NAME.key(), () -> new ReadStart.AtTag(name)));
        Options.SCAN_WATERMARK
                .find(values)
                .ifPresent(mark -> set.put(Options.SCAN_WATERMARK.key(), () -> new ReadStart.AtWatermark(mark)));
        Options.SCAN_VERSION
                .find(values)
                .ifPresent(text -> set.put(Options.SCAN_VERSION.key(), () -> new ReadStart.AtVersion(text)));
        Options.SCAN_TIMESTAMP_MILLIS
                .find(values)
                .ifPresent(time -> set.put(Options.SCAN_TIMESTAMP_MILLIS.key(), () -> new ReadStart.AtTime(time)));
        Options.SCAN_TIMESTAMP
                .find(values)
                .ifPresent(text -> set.put(Options.SCAN_TIMESTAMP.key(), () -> new ReadStart.AtLocalTime(text)));
        return set;
    }

    private static ReadStart only(Map<String, Supplier<ReadStart>> set, String keys, String mode) {
        if (set.size() != 1) {
            throw new InvalidInputException("must set only one key in [" + keys + "] when you use " + mode
                    + " for scan.mode; set are " + set.keySet());
        }
        return set.values().iterator().next().get();
    }

    private static void requireNull(Map<String, Supplier<ReadStart>> set, List<Option<?>> options, String mode) {
        requireNull(options.stream().map(Option::key).filter(set::containsKey).collect(Collectors.toSet()), mode);
    }

    private static void requireNull(Set<String> keys, String mode) {
        if (!keys.isEmpty()) {
            throw new InvalidInputException(
                    keys + " must be null when you set [" + mode + "] for scan.mode; unset one of them");
        }
    }

    private static String keys(List<Option<?>> some, List<Option<?>> others) {
        return Stream.concat(some.stream(), others.stream()).map(Option::key).collect(Collectors.joining(","));
    }
}
