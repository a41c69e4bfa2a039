package dev.varve.table.maintain;

import static java.util.Objects.requireNonNull;

import dev.varve.table.option.TableOptions;
import dev.varve.table.option.TagCreationMode;
import dev.varve.table.snapshot.Snapshot;
import dev.varve.table.snapshot.Tag;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Creates the tags that are due after a commit, and deletes the oldest automatic ones beyond {@code tag.num-retained-max}. Remembers
 * how far it has come, so that each snapshot is looked at once. Another process that does the same at the same time does no harm:
 * tags have the same names. Confined to one thread at a time.
 */
public final class AutomaticTagging {
    /** Commit identifier of batch jobs. */
    private static final long BATCH_IDENTIFIER = Long.MAX_VALUE;

    private static final String BATCH_NAME = "batch-write-";

    private final MaintenanceServices services;
    private final TableOptions options;
    private final AutomaticTags rules;
    private final ZoneId processZone;
    private final Optional<Duration> timeRetained;
    private final TagRemoval removal;
    private Optional<String> newestTag = Optional.empty();
    private long nextSnapshot = -1;

    public AutomaticTagging(MaintenanceServices services, TableOptions options) {
        this.services = requireNonNull(services, "services is null");
        this.options = requireNonNull(options, "options is null");
        this.processZone = options.processTimeZone().orElse(services.env().zone());
        this.rules = AutomaticTags.of(options, services.env().zone());
        this.timeRetained = options.tagDefaultTimeRetained();
        this.removal = new TagRemoval(services);
    }

    /** Creates what is due, given the newest snapshot. */
    public void run(Snapshot latest) {
        switch (rules.mode()) {
            case NONE -> {}
            case PROCESS_TIME, WATERMARK -> tagPeriods(latest);
            case BATCH -> tagBatch(latest);
        }
    }

    /** Whether there is anything to do at all. */
    public boolean isActive() {
        return rules.mode() != TagCreationMode.NONE;
    }

    private void tagPeriods(Snapshot latest) {
        if (nextSnapshot < 0) {
            Optional<Tag> newest = automatic().stream().reduce((older, newer) -> newer);
            newestTag = newest.map(Tag::name);
            nextSnapshot = newest.map(tag -> tag.snapshot().id() + 1).orElse(Snapshot.FIRST_ID);
        }
        List<AutomaticTags.Due> due = rules.due(newestTag, snapshotsUpTo(latest));
        for (AutomaticTags.Due tag : due) {
            services.tags().createIfAbsent(tag(tag.name(), tag.snapshot()));
            newestTag = Optional.of(tag.name());
        }
        nextSnapshot = latest.id() + 1;
        if (!due.isEmpty()) {
            deleteBeyondMaximum(this::automatic);
        }
    }

    private List<Snapshot> snapshotsUpTo(Snapshot latest) {
        List<Snapshot> found = new ArrayList<>();
        long from = Math.max(nextSnapshot, services.snapshots().earliestId().orElse(latest.id()));
        for (long id = from; id < latest.id(); id++) {
            services.snapshots().find(id).ifPresent(found::add);
        }
        if (latest.id() >= from) {
            found.add(latest);
        }
        return found;
    }

    private void tagBatch(Snapshot latest) {
        if (latest.commitIdentifier() != BATCH_IDENTIFIER) {
            return;
        }
        LocalDate day = LocalDate.ofInstant(Instant.ofEpochMilli(latest.timeMillis()), processZone);
        String name = options.tagBatchName().orElse(BATCH_NAME + day);
        removal.delete(name);
        services.tags().createIfAbsent(tag(name, latest));
        deleteBeyondMaximum(() -> services.tags().all());
    }

    private Tag tag(String name, Snapshot snapshot) {
        return new TagCreation(services).tag(name, snapshot, timeRetained);
    }

    private interface Counted {
        List<Tag> tags();
    }

    private void deleteBeyondMaximum(Counted counted) {
        if (options.tagNumRetainedMax().isPresent()) {
            List<Tag> tags = counted.tags();
            int surplus = tags.size() - options.tagNumRetainedMax().getAsInt();
            tags.stream().limit(Math.max(0, surplus)).forEach(removal::delete);
        }
    }

    private List<Tag> automatic() {
        Predicate<Tag> named = tag -> rules.period().parse(tag.name()).isPresent();
        return services.tags().all().stream().filter(named).toList();
    }
}
