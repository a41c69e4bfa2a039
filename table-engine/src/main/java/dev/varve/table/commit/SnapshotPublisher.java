package dev.varve.table.commit;

import static java.util.Objects.requireNonNull;

import dev.varve.table.env.Env;
import dev.varve.table.error.CommitOutcomeUnknownException;
import dev.varve.table.error.StorageException;
import dev.varve.table.error.TableException;
import dev.varve.table.manifest.ManifestStore;
import dev.varve.table.snapshot.Snapshot;
import dev.varve.table.snapshot.SnapshotStore;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The commit point. Creates the next snapshot, and finds out what happened when the store does not say.
 *
 * <p>An unclear answer is settled by looking at the one place where the snapshot can be, its id: if a snapshot is there, it is ours
 * or it is not. If none is there, the request may still be on its way, so waiting tells nothing; but creating the same snapshot
 * once more does, since only one creation of an id succeeds: either it is this one, or there is something to look at now. What
 * cannot be settled within the limits stays unknown, and then nothing may be deleted.
 *
 * <p>A created snapshot is then looked at once more, whether it stands on its base ({@link ChainCheck}); until then LATEST is not
 * moved, so that readers do not take it for the newest.
 */
final class SnapshotPublisher {
    /**
     * After so long it is looked again whether the base is still the newest. A process that slept (a suspended machine) might
     * otherwise create an id that was taken and has expired since.
     */
    private static final Duration FRESH = Duration.ofMinutes(1);

    private static final Logger LOG = LoggerFactory.getLogger(SnapshotPublisher.class);

    private final SnapshotStore snapshots;
    private final ChainCheck chain;
    private final RetryLimits limits;
    private final Env env;

    SnapshotPublisher(SnapshotStore snapshots, ManifestStore manifests, RetryLimits limits, Env env) {
        this.snapshots = requireNonNull(snapshots, "snapshots is null");
        this.chain = new ChainCheck(snapshots, manifests);
        this.limits = requireNonNull(limits, "limits is null");
        this.env = requireNonNull(env, "env is null");
    }

    /**
     * Makes {@code next} visible unless its id is taken.
     *
     * @return whether it is visible; if not, it never will be
     * @throws CommitOutcomeUnknownException if nobody can tell
     * @throws StorageException if it is certainly not visible and never will be
     */
    boolean publish(CommitBase base, Snapshot next) {
        if (isOutdated(base) || !create(next) || !stands(base, next)) {
            return false;
        }
        snapshots.noteLatest(next.id());
        return true;
    }

    /** Takes a snapshot away again that does not stand on its base: to its writer the race is lost. */
    private boolean stands(CommitBase base, Snapshot next) {
        ChainCheck.Place place = patiently(next, () -> chain.placeOf(next, base.snapshot()));
        if (place == ChainCheck.Place.UNCLEAR) {
            throw unknown(next, "it was, but its base has gone and other snapshots are around it", null);
        }
        if (place == ChainCheck.Place.STRAY) {
            LOG.warn(
                    "snapshot {} of user {} was created where its base has gone, by expiration or rollback, while the"
                            + " writer paused; it is taken away again and the commit goes on from the newest snapshot",
                    next.id(),
                    next.commitUser());
            patiently(next, () -> {
                snapshots.delete(next.id());
                return place;
            });
        }
        return place == ChainCheck.Place.CONNECTED;
    }

    /** A store that fails now must not leave a snapshot that does not stand: readers might take it for the newest. */
    private <T> T patiently(Snapshot next, Supplier<T> step) {
        Retries retries = limits.begin(env);
        StorageException last;
        do {
            try {
                return step.get();
            } catch (StorageException e) {
                last = e;
            }
        } while (last.retryable() && retries.await());
        throw unknown(next, "it was, but whether its base was still the newest snapshot cannot be seen", last);
    }

    private boolean create(Snapshot next) {
        try {
            return snapshots.createIfAbsent(next);
        } catch (StorageException e) {
            if (!e.retryable()) {
                throw e;
            }
            return resolve(next, e);
        } catch (CommitOutcomeUnknownException e) {
            return resolve(next, e);
        } catch (RuntimeException e) {
            throw unknown(next, "the store failed in an unexpected way", e);
        }
    }

    private boolean isOutdated(CommitBase base) {
        return env.currentTimeMillis() - base.readMillis() >= FRESH.toMillis()
                && snapshots.latestId().orElse(0) != base.nextId() - 1;
    }

    private boolean resolve(Snapshot next, TableException cause) {
        Retries retries = limits.begin(env);
        RuntimeException last = cause;
        do {
            Fate fate = Fate.UNSEEN;
            try {
                fate = createAgain(next);
            } catch (StorageException | CommitOutcomeUnknownException e) {
                last = e;
            } catch (RuntimeException e) {
                throw unknown(next, "the snapshots cannot be read", e);
            }
            if (fate == Fate.GONE) {
                throw unknown(next, "it is not there, but neither is its base the newest snapshot any more", cause);
            }
            if (fate != Fate.UNSEEN) {
                return fate == Fate.OURS;
            }
        } while (retries.await());
        throw unknown(next, retries.describe(), last);
    }

    private enum Fate {
        /** The snapshot is there and ours. */
        OURS,
        /** Another snapshot has this id. */
        TAKEN,
        /** The id was taken by somebody and is gone, by expiration or rollback: nothing is left to look at. */
        GONE,
        /** The id is taken, but the snapshot does not show; or the store does not answer. */
        UNSEEN
    }

    /** Looks, creates, looks again. */
    private Fate createAgain(Snapshot next) {
        Optional<Fate> fate = look(next);
        if (fate.isPresent()) {
            return fate.get();
        }
        if (snapshots.latestId().orElse(0) != next.id() - 1) {
            return Fate.GONE;
        }
        return snapshots.createIfAbsent(next) ? Fate.OURS : look(next).orElse(Fate.UNSEEN);
    }

    private Optional<Fate> look(Snapshot next) {
        return snapshots.find(next.id()).map(found -> found.isOfSameCommit(next) ? Fate.OURS : Fate.TAKEN);
    }

    private static CommitOutcomeUnknownException unknown(Snapshot next, String why, RuntimeException cause) {
        return new CommitOutcomeUnknownException(
                "nobody knows whether snapshot " + next.id() + " of user " + next.commitUser() + " with identifier "
                        + next.commitIdentifier() + " was created: " + why
                        + ". Nothing was deleted; read the snapshot with this id and compare",
                cause);
    }
}
