package dev.varve.it.fanout;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.varve.it.compare.Ledgers;
import dev.varve.it.compare.TableContent;
import dev.varve.it.compare.TableReader;
import dev.varve.it.fanout.FanOutEvents.Event;
import dev.varve.table.LiveFile;
import dev.varve.table.Table;
import dev.varve.table.TableId;
import dev.varve.table.snapshot.CommitKind;
import dev.varve.table.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;

/**
 * The tables of the scenario: half of them list their events by partition and offset, so that a lost one is missing; the other half
 * add them up, so that one that lands twice counts twice.
 */
public final class FanOutTables {
    public static final String DATABASE = "fan";
    /** Above what compaction leaves: an event's bucket may have as many runs before writers are held back. */
    private static final int MOST_FILES = 8;

    private static final ObjectMapper JSON = new ObjectMapper();

    private final List<String> names = new ArrayList<>();

    public FanOutTables(int count) {
        for (int i = 0; i < count; i++) {
            names.add((i % 2 == 0 ? "list_%02d" : "total_%02d").formatted(i));
        }
    }

    public List<String> names() {
        return names;
    }

    /** The sink's settings for these tables. */
    public Map<String, String> settings() {
        Map<String, String> settings = new HashMap<>();
        settings.put("table.format", DATABASE + ".${field:tab}");
        settings.put("cdc.format", "insert");
        for (String name : names) {
            if (isTotal(name)) {
                String prefix = "tables." + name + ".";
                settings.put(prefix + "primary-key", "slot");
                settings.put(prefix + "options.merge-engine", "aggregation");
                settings.put(prefix + "options.fields.events.aggregate-function", "sum");
                settings.put(prefix + "options.fields.amount.aggregate-function", "sum");
                settings.put(prefix + "options.fields.default-aggregate-function", "last_value");
            }
        }
        return settings;
    }

    private static boolean isTotal(String name) {
        return name.startsWith("total");
    }

    /** Every table holds each of its events once, as the reader sees it. */
    public void requireRows(FanOutEvents events, TableReader reader) {
        for (String name : names) {
            TableContent content = reader.read(new TableId(DATABASE, name));
            Map<String, List<String>> expected = isTotal(name) ? totals(events.of(name)) : list(events.of(name));
            assertThat(columns(content, isTotal(name) ? List.of("events", "amount") : List.of("slot", "amount")))
                    .as("table %s read by %s", name, reader.name())
                    .isEqualTo(expected);
        }
    }

    private static Map<String, List<String>> columns(TableContent content, List<String> columns) {
        List<Integer> positions =
                columns.stream().map(content.columns()::indexOf).toList();
        Map<String, List<String>> rows = new TreeMap<>();
        content.rows()
                .forEach((key, values) ->
                        rows.put(key, positions.stream().map(values::get).toList()));
        return rows;
    }

    private static Map<String, List<String>> list(List<Event> events) {
        Map<String, List<String>> rows = new TreeMap<>();
        events.forEach(event -> rows.put(
                event.partition() + " | " + event.seq(), List.of("'" + event.slot() + "'", "" + event.amount())));
        return rows;
    }

    private static Map<String, List<String>> totals(List<Event> events) {
        Map<String, List<String>> rows = new TreeMap<>();
        events.stream()
                .collect(Collectors.groupingBy(Event::slot))
                .forEach((slot, own) -> rows.put(
                        "'" + slot + "'",
                        List.of(
                                "" + own.size(),
                                "" + own.stream().mapToLong(Event::amount).sum())));
        return rows;
    }

    /**
     * A table's ledger never goes back, names the partitions that have events of the table, and ends after the last of these. Where
     * each event is a row, a snapshot has as many new ones as the step of its ledger covers.
     */
    public void requireLedger(String name, Table table, FanOutEvents events, String ledgerId) {
        List<Snapshot> snapshots = table.snapshots();
        assertThat(snapshots.get(0).id()).as("oldest snapshot of %s", name).isEqualTo(1);
        Map<TopicPartition, Long> ledger = Map.of();
        for (Snapshot snapshot : snapshots) {
            if (snapshot.kind() == CommitKind.COMPACT) {
                continue;
            }
            Map<TopicPartition, Long> next = ledger(snapshot, ledgerId);
            for (Map.Entry<TopicPartition, Long> entry : ledger.entrySet()) {
                assertThat(next.get(entry.getKey()))
                        .as("%s in snapshot %s of %s", entry.getKey(), snapshot.id(), name)
                        .isGreaterThanOrEqualTo(entry.getValue());
            }
            if (!isTotal(name)) {
                assertThat(snapshot.deltaRecordCount())
                        .as(
                                "rows of snapshot %s of %s, whose ledger goes from %s to %s",
                                snapshot.id(), name, ledger, next)
                        .isEqualTo(between(ledger, next, events.of(name)));
            }
            ledger = next;
        }
        Map<TopicPartition, Long> last = ledger;
        Map<TopicPartition, Long> ends = events.ends();
        ends.forEach((partition, end) -> {
            long lastEvent = events.of(name).stream()
                    .filter(event -> event.partition() == partition.partition())
                    .mapToLong(Event::seq)
                    .max()
                    .orElse(-1);
            if (lastEvent < 0) {
                assertThat(last).as("ledger of %s", name).doesNotContainKey(partition);
            } else {
                assertThat(last.get(partition))
                        .as("%s in the ledger of %s", partition, name)
                        .isBetween(lastEvent + 1, end);
            }
        });
    }

    private static long between(Map<TopicPartition, Long> from, Map<TopicPartition, Long> to, List<Event> events) {
        Map<Integer, Long> lower = byNumber(from);
        Map<Integer, Long> upper = byNumber(to);
        return events.stream()
                .filter(event -> event.seq() >= lower.getOrDefault(event.partition(), 0L)
                        && event.seq() < upper.getOrDefault(event.partition(), 0L))
                .count();
    }

    private static Map<Integer, Long> byNumber(Map<TopicPartition, Long> ledger) {
        return ledger.entrySet().stream()
                .collect(Collectors.toMap(entry -> entry.getKey().partition(), Map.Entry::getValue));
    }

    private static Map<TopicPartition, Long> ledger(Snapshot snapshot, String ledgerId) {
        Optional<Map<TopicPartition, Long>> ledger = Ledgers.of(snapshot, ledgerId);
        assertThat(ledger).as("ledger of snapshot %s", snapshot.id()).isPresent();
        return ledger.get();
    }

    /** Buckets that are left with many small files, by table. */
    public Map<String, Map<Integer, Long>> crowded(Function<TableId, Table> warehouse) {
        Map<String, Map<Integer, Long>> crowded = new TreeMap<>();
        for (String name : names) {
            Map<Integer, Long> files = warehouse.apply(new TableId(DATABASE, name)).files().stream()
                    .collect(Collectors.groupingBy(LiveFile::bucket, Collectors.counting()));
            files.values().removeIf(count -> count <= MOST_FILES);
            if (!files.isEmpty()) {
                crowded.put(name, files);
            }
        }
        return crowded;
    }
}
