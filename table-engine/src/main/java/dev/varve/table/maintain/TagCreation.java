package dev.varve.table.maintain;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.snapshot.CarriedProperties;
import dev.varve.table.snapshot.Snapshot;
import dev.varve.table.snapshot.Tag;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Names snapshots (semantics, snapshots and maintenance, section 4). Safe for use by several threads. */
public final class TagCreation {
    private static final Logger LOG = LoggerFactory.getLogger(TagCreation.class);

    private final MaintenanceServices services;

    public TagCreation(MaintenanceServices services) {
        this.services = requireNonNull(services, "services is null");
    }

    /**
     * Creates a tag.
     *
     * @param snapshotId of a snapshot that exists, or that another tag keeps; empty for the newest
     * @param timeRetained how long the tag may stay; empty for until somebody deletes it
     * @throws InvalidInputException if no tag can have this name, it is taken, or there is no such snapshot
     */
    public Tag create(String name, OptionalLong snapshotId, Optional<Duration> timeRetained) {
        Tag.requireName(name);
        Tag tag = tag(name, find(snapshotId), timeRetained);
        if (!services.tags().createIfAbsent(tag)) {
            throw new InvalidInputException("Tag '" + name + "' already exists.");
        }
        requireStillKept(tag);
        LOG.info(
                "tag created: table={} tag={} snapshot={} retained={}",
                services.table(),
                name,
                tag.snapshot().id(),
                timeRetained.map(Duration::toString).orElse("for ever"));
        return tag;
    }

    /**
     * A tag that is not stored yet. It gets the lasting properties that its snapshot has from one below, since it outlives that: gone
     * back to, the table would have lost its ledgers.
     */
    Tag tag(String name, Snapshot snapshot, Optional<Duration> timeRetained) {
        Map<String, String> properties = new LinkedHashMap<>(CarriedProperties.FORWARD
                .judge(Optional.of(snapshot), services.snapshots())
                .properties());
        properties.putAll(snapshot.properties());
        return new Tag(name, snapshot.withProperties(properties), timeRetained.map(unused -> now()), timeRetained);
    }

    private LocalDateTime now() {
        return LocalDateTime.ofInstant(
                Instant.ofEpochMilli(services.env().currentTimeMillis()),
                services.env().zone());
    }

    private Snapshot find(OptionalLong id) {
        if (id.isEmpty()) {
            return services.snapshots()
                    .latest()
                    .orElseThrow(() -> new InvalidInputException(
                            "table " + services.table() + " has no snapshot yet; a tag names one"));
        }
        long wanted = id.getAsLong();
        return services.snapshots()
                .find(Math.max(wanted, Snapshot.FIRST_ID))
                .filter(snapshot -> snapshot.id() == wanted)
                .or(() -> services.tags().all().stream()
                        .map(Tag::snapshot)
                        .filter(snapshot -> snapshot.id() == wanted)
                        .findFirst())
                .orElseThrow(() -> new InvalidInputException("table " + services.table() + " has no snapshot " + wanted
                        + ", nor a tag that keeps it; see the list of snapshots"));
    }

    /** An expiration that did not know the tag yet may have taken the snapshot at the same time. */
    private void requireStillKept(Tag tag) {
        Snapshot snapshot = tag.snapshot();
        boolean kept = services.snapshots()
                        .find(snapshot.id())
                        .filter(snapshot::isOfSameCommit)
                        .isPresent()
                || services.tags().all().stream()
                        .anyMatch(other -> !other.name().equals(tag.name())
                                && other.snapshot().isOfSameCommit(snapshot));
        if (!kept) {
            services.tags().delete(tag.name());
            throw new InvalidInputException("snapshot " + snapshot.id() + " of table " + services.table()
                    + " expired while tag '" + tag.name() + "' was created; there is no such tag now");
        }
    }
}
