package dev.varve.table.maintain;

import static java.util.Objects.requireNonNull;

import dev.varve.table.commit.Replaced;
import dev.varve.table.error.CommitConflictException;
import dev.varve.table.error.InvalidInputException;
import dev.varve.table.option.PartitionExpirationStrategy;
import dev.varve.table.option.TableOptions;
import dev.varve.table.type.RowType;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Drops partitions that are too old. By their values, everything that is in them goes, rows that were written a moment ago too; by
 * their last update, a partition stays that anybody has changed since it was looked at. Safe for use by several threads.
 */
public final class PartitionExpiration {
    private static final Logger LOG = LoggerFactory.getLogger(PartitionExpiration.class);

    private final TableFiles table;
    private final TableOptions options;
    private final PartitionDrop drop;

    public PartitionExpiration(TableFiles table) {
        this.table = requireNonNull(table, "table is null");
        this.options = table.schema().tableOptions();
        this.drop = new PartitionDrop(table);
    }

    /**
     * Drops what is too old, those with the smallest values first, no more than {@code partition.expiration-max-num}.
     *
     * @return paths of the partitions dropped, in the order of their values
     * @throws InvalidInputException if the table has no {@code partition.expiration-time}, or no partitions
     */
    public List<String> expire() {
        RowType type = table.schema().partitionType();
        Duration age = options.partitionExpirationTime()
                .orElseThrow(
                        () -> new InvalidInputException(
                                "table " + table.layout().root()
                                        + " does not expire partitions; set 'partition.expiration-time', or name the partitions to drop"));
        if (type.arity() == 0) {
            throw new InvalidInputException(
                    "table " + table.layout().root() + " has no partition keys, so no partition can expire");
        }
        List<PartitionContent> expired = expired(PartitionExpiryRule.of(age, type, options));
        List<String> dropped = new ArrayList<>();
        int batch = Math.max(1, options.partitionExpirationBatchSize());
        for (int from = 0; from < expired.size(); from += Math.min(batch, expired.size() - from)) {
            List<PartitionContent> partitions = expired.subList(from, from + Math.min(batch, expired.size() - from));
            if (dropAll(partitions)) {
                partitions.forEach(content -> dropped.add(path(content)));
            }
        }
        return dropped;
    }

    private List<PartitionContent> expired(PartitionExpiryRule rule) {
        LocalDateTime now = LocalDateTime.ofInstant(
                Instant.ofEpochMilli(table.env().currentTimeMillis()),
                table.env().zone());
        List<PartitionContent> contents = table.snapshots()
                .latest()
                .map(snapshot -> PartitionContents.of(snapshot, table.manifests(), partition -> true))
                .orElse(List.of());
        List<PartitionContent> expired = new ArrayList<>();
        List<PartitionContent> timeless = new ArrayList<>();
        for (PartitionContent content : contents) {
            switch (rule.of(content, now)) {
                case GOES -> expired.add(content);
                case TIMELESS -> timeless.add(content);
                case STAYS -> LOG.debug("a partition is young enough: partition={}", path(content));
            }
        }
        if (!timeless.isEmpty()) {
            LOG.warn(
                    "partitions stay because their values are no time: table={} partitions={} first={} pattern={} formatter={}",
                    table.layout().root(),
                    timeless.size(),
                    path(timeless.get(0)),
                    options.partitionTimestampPattern().orElse("(first column)"),
                    options.partitionTimestampFormatter().orElse("y-M-d[ H:m:s[.n]]"));
        }
        expired.sort(Comparator.comparing(this::path));
        return expired.subList(0, Math.min(expired.size(), Math.max(0, options.partitionExpirationMaxNum())));
    }

    private boolean dropAll(List<PartitionContent> partitions) {
        boolean byUpdate = options.partitionExpirationStrategy() == PartitionExpirationStrategy.UPDATE_TIME;
        try {
            if (byUpdate) {
                drop.commitUnchanged(partitions);
            } else {
                drop.commit(new Replaced.Partitions(
                        partitions.stream().map(PartitionContent::partition).collect(Collectors.toSet())));
            }
        } catch (CommitConflictException e) {
            if (!byUpdate) {
                throw e;
            }
            LOG.info(
                    "partitions stay that were changed a moment ago: table={} reason={}",
                    table.layout().root(),
                    e.getMessage());
            return false;
        }
        LOG.info(
                "expired partitions: table={} partitions={}",
                table.layout().root(),
                partitions.stream().map(this::path).toList());
        return true;
    }

    private String path(PartitionContent content) {
        return table.paths().path(content.partition());
    }
}
