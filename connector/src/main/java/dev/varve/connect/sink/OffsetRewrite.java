package dev.varve.connect.sink;

import static java.util.Objects.requireNonNull;

import dev.varve.connect.ledger.Ledger;
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
import java.util.OptionalLong;
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
    private final Env env;

    public OffsetRewrite(Warehouse warehouse, String ledgerId, Env env) {
        this.warehouse = requireNonNull(warehouse, "warehouse is null");
        this.ledgerId = requireNonNull(ledgerId, "ledgerId is null");
        this.env = requireNonNull(env, "env is null");
    }

    /**
     * Rewrites. May be repeated after a failure: tables that already have the offsets are left alone.
     *
     * @param offsets the next offset to consume of each partition, null to forget the partition
     * @return number of tables changed
     */
    public int rewrite(Map<TopicPartition, Long> offsets) {
        int changed = 0;
        for (TableId id : warehouse.list()) {
            Optional<Table> table = warehouse.find(id);
            if (table.isPresent() && rewrite(id, table.get(), offsets)) {
                changed++;
            }
        }
        return changed;
    }

    /** A table that has never landed a record of a topic keeps that topic out of its ledger. */
    private boolean rewrite(TableId id, Table table, Map<TopicPartition, Long> offsets) {
        Ledger ledger = LedgerHistory.newest(ledgerId, table.latestSnapshot(), table::findSnapshot)
                .map(LedgerHistory.Found::ledger)
                .orElse(Ledger.EMPTY);
        Set<String> topics = ledger.nextOffsets().keySet().stream()
                .map(TopicPartition::topic)
                .collect(Collectors.toSet());
        var concerned = new HashMap<TopicPartition, OptionalLong>();
        offsets.forEach((partition, offset) -> {
            if (topics.contains(partition.topic())) {
                concerned.put(partition, offset == null ? OptionalLong.empty() : OptionalLong.of(offset));
            }
        });
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
