package dev.varve.table.maintain;

import static java.util.Objects.requireNonNull;

import dev.varve.table.fs.Location;
import dev.varve.table.snapshot.Snapshot;
import dev.varve.table.snapshot.Tag;
import java.util.Optional;

/**
 * Checks that a table is what its metadata says, from the snapshots down to the rows. Changes nothing, and may run beside writers:
 * what is found about a snapshot that expired in the meantime is left out. Confined to one thread, used once.
 *
 * <p>Rows are streamed. In memory are the metadata of one snapshot's files, the names of all files that were looked into, and what
 * a scan of one bucket needs.
 */
public final class TableVerifier {
    /** How often the newest snapshot may expire while it is checked. */
    private static final int ATTEMPTS = 5;

    private final TableFiles table;
    private final VerifyScope scope;
    private final Tally tally = new Tally();
    private final Findings findings = new Findings();
    private final SnapshotCheck check;

    public TableVerifier(TableFiles table, VerifyScope scope) {
        this.table = requireNonNull(table, "table is null");
        this.scope = requireNonNull(scope, "scope is null");
        this.check = new SnapshotCheck(table, scope.deep(), tally);
    }

    /**
     * Checks everything in scope.
     *
     * @throws dev.varve.table.error.StorageException if the store does not answer; missing files are findings
     */
    public Verification verify() {
        if (scope.allSnapshots()) {
            allSnapshots();
            tags();
        } else {
            newestSnapshot();
        }
        return new Verification(tally.counts(), findings.count(), findings.kept());
    }

    private void newestSnapshot() {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Optional<Snapshot> newest = table.snapshots().latest();
            if (newest.isEmpty() || verify(newest.get())) {
                return;
            }
        }
    }

    private void allSnapshots() {
        Snapshot previous = null;
        for (Snapshot snapshot : table.snapshots().all()) {
            verify(snapshot);
            if (previous != null) {
                follows(previous, snapshot);
            }
            previous = snapshot;
        }
    }

    /** False if the snapshot expired meanwhile. */
    private boolean verify(Snapshot snapshot) {
        var found = new Findings();
        check.check(snapshot, table.layout().snapshot(snapshot.id()), true, found);
        if (found.count() > 0 && table.snapshots().find(snapshot.id()).isEmpty()) {
            tally.count(Checked.EXPIRED_MEANWHILE);
            check.forgetLast();
            return false;
        }
        tally.count(Checked.SNAPSHOTS);
        findings.addAll(found);
        return true;
    }

    private void follows(Snapshot previous, Snapshot next) {
        String file = table.layout().snapshot(next.id()).value();
        if (next.id() != previous.id() + 1) {
            boolean expiring = table.snapshots().find(previous.id()).isEmpty();
            if (!expiring) {
                findings.add(
                        file,
                        Rule.SNAPSHOT,
                        "a snapshot " + (next.id() - 1) + " before it",
                        "none after " + previous.id());
            }
            return;
        }
        findings.compare(
                file,
                Rule.SNAPSHOT,
                "as totalRecordCount that of snapshot " + previous.id() + " and its own deltaRecordCount, together",
                previous.totalRecordCount() + next.deltaRecordCount(),
                next.totalRecordCount());
        carried(
                file,
                "nextRowId",
                previous.nextRowId().orElse(0),
                next.nextRowId().orElse(0));
        carried(file, "schemaId", previous.schemaId(), next.schemaId());
        carried(
                file,
                "watermark",
                previous.watermark().orElse(Long.MIN_VALUE),
                next.watermark().orElse(Long.MIN_VALUE));
    }

    /** These grow or stay, and are never forgotten. */
    private void carried(String file, String what, long before, long now) {
        if (now < before) {
            findings.add(file, Rule.SNAPSHOT, what + " of at least " + before + ", as before", Long.toString(now));
        }
    }

    private void tags() {
        for (String name : table.services().tags().names()) {
            Location file = table.layout().tag(name);
            var found = new Findings();
            Optional<Optional<Tag>> read = new ManifestsCheck(table, tally)
                    .reading(
                            file,
                            Rule.SNAPSHOT,
                            found,
                            () -> table.services().tags().find(name));
            read.flatMap(tag -> tag).ifPresent(tag -> check.check(tag.snapshot(), file, false, found));
            if (found.count() > 0 && table.io().find(file).isEmpty()) {
                tally.count(Checked.EXPIRED_MEANWHILE);
                check.forgetLast();
                continue;
            }
            tally.count(Checked.TAGS);
            findings.addAll(found);
        }
    }
}
