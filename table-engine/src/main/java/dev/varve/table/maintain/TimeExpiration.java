package dev.varve.table.maintain;

import static java.util.Objects.requireNonNull;

import dev.varve.table.snapshot.Consumer;
import dev.varve.table.snapshot.Tag;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Deletes tags whose retention is over and consumers that are silent for too long. Safe for use by several threads. */
public final class TimeExpiration {
    private static final Logger LOG = LoggerFactory.getLogger(TimeExpiration.class);

    private final MaintenanceServices services;

    public TimeExpiration(MaintenanceServices services) {
        this.services = requireNonNull(services, "services is null");
    }

    /**
     * Deletes the tags that say themselves that their time is over, oldest first.
     *
     * @return their names
     */
    public List<String> expireTags() {
        LocalDateTime now = LocalDateTime.ofInstant(
                Instant.ofEpochMilli(services.env().currentTimeMillis()),
                services.env().zone());
        List<String> expired = new ArrayList<>();
        for (Tag tag : services.tags().all()) {
            if (tag.isExpired(now)) {
                new TagRemoval(services).delete(tag);
                expired.add(tag.name());
            }
        }
        return expired;
    }

    /** Forgets consumers that have not moved for longer than this. Those of which the store does not know the time stay. */
    public void expireConsumers(Duration silence) {
        long oldest = services.env().currentTimeMillis() - silence.toMillis();
        for (Consumer consumer : services.consumers().all()) {
            if (consumer.modifiedMillis() > 0 && consumer.modifiedMillis() < oldest) {
                LOG.info(
                        "consumer expired: table={} consumer={} nextSnapshot={}",
                        services.table(),
                        consumer.id(),
                        consumer.nextSnapshot());
                services.consumers().delete(consumer.id());
            }
        }
    }
}
