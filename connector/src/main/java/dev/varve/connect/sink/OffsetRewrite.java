package dev.varve.connect.sink;

import static java.util.Objects.requireNonNull;

import dev.varve.connect.ledger.Ledger;
import dev.varve.connect.ledger.LedgerEntry;
import dev.varve.connect.ledger.LedgerHistory;
import dev.varve.connect.ledger.LedgerRewrite;
import dev.varve.table.CompactionOwnership;
import dev.varve.table.Table;
import dev.varve.table.TableId;
import dev.varve.table.TableWriter;
import dev.varve.table.Warehouse;
import dev.varve.table.env.Env;
import dev.varve.table.snapshot.CommitResult;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes an operator's offsets into the ledgers of all tables they concern, by an empty commit each. No task may be running. */
public final class OffsetRewrite {
    private static final Logger LOG = LoggerFactory.getLogger(OffsetRewrite.class);

    private final Warehouse warehouse;
    private final String ledgerId;
    private final KafkaLog log;
    private final Env env;

    /** @param log tells the ids of the topics, of which the offsets are then known to be */
    public OffsetRewrite(Warehouse warehouse, String ledgerId, KafkaLog log, Env env) {
        this.warehouse = requireNonNull(warehouse, "warehouse is null");
        this.ledgerId = requireNonNull(ledgerId, "ledgerId is null");
        this.log = requireNonNull(log, "log is null");
        this.env = requireNonNull(env, "env is null");
    }

    /**
     * Rewrites. May be repeated after a failure: tables that already have the offsets are left alone.
     *
     * @param offsets the next offset to consume of each partition, null to forget the partition
     * @return number of tables changed
     */
    public int rewrite(Map<TopicPartition, Long> offsets) {
        Map<TopicPartition, Optional<LedgerEntry>> entries = entries(offsets);
        int changed = 0;
        for (TableId id : warehouse.list()) {
            Optional<Table> table = warehouse.find(id);
            if (table.isPresent() && rewrite(id, table.get(), entries)) {
                changed++;
            }
        }
        return changed;
    }

    private Map<TopicPartition, Optional<LedgerEntry>> entries(Map<TopicPartition, Long> offsets) {
        Map<String, String> ids = log.topicIds(topics(offsets.keySet()));
        var entries = new HashMap<TopicPartition, Optional<LedgerEntry>>();
        offsets.forEach((partition, offset) -> entries.put(
                partition,
                Optional.ofNullable(offset)
                        .map(next -> new LedgerEntry(next, Optional.ofNullable(ids.get(partition.topic()))))));
        return entries;
    }

    private static Set<String> topics(Set<TopicPartition> partitions) {
        return partitions.stream().map(TopicPartition::topic).collect(Collectors.toSet());
    }

    /** A table that has never landed a record of a topic keeps that topic out of its ledger. */
    private boolean rewrite(TableId id, Table table, Map<TopicPartition, Optional<LedgerEntry>> entries) {
        Ledger ledger = LedgerHistory.newest(ledgerId, table.latestSnapshot(), table::findSnapshot)
                .map(LedgerHistory.Found::ledger)
                .orElse(Ledger.EMPTY);
        Set<String> topics = topics(ledger.entries().keySet());
        var concerned = new HashMap<>(entries);
        concerned.keySet().removeIf(partition -> !topics.contains(partition.topic()));
        var rewrite = new LedgerRewrite(ledgerId, concerned);
        if (!rewrite.changes(ledger)) {
            return false;
        }
        String user = ledgerId + "-offsets-" + env.newUuid();
        try (TableWriter writer = table.newWriter(user, CompactionOwnership.ALL)) {
            CommitResult result = writer.commit(writer.prepare(), 1, Map.of(), rewrite, true);
            LOG.info("table={} ledger={} offsets={} result={}", id, ledgerId, concerned, result);
        }
        return true;
    }
}
