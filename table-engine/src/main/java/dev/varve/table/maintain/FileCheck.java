package dev.varve.table.maintain;

import static java.util.Objects.requireNonNull;

import dev.varve.table.datafile.StoredRows;
import dev.varve.table.error.CorruptTableException;
import dev.varve.table.error.StorageException;
import dev.varve.table.error.TableException;
import dev.varve.table.error.UnsupportedFormatException;
import dev.varve.table.fs.FileEntry;
import dev.varve.table.fs.Location;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.manifest.ManifestEntry;
import dev.varve.table.schema.TableSchema;
import java.util.Optional;
import java.util.OptionalLong;

/** Checks the files that metadata names: whether they are there, and what is in them. Confined to one thread. */
final class FileCheck {
    private final TableFiles table;
    private final boolean deep;
    private final Tally tally;

    /** @param deep whether rows are read */
    FileCheck(TableFiles table, boolean deep, Tally tally) {
        this.table = requireNonNull(table, "table is null");
        this.deep = deep;
        this.tally = requireNonNull(tally, "tally is null");
    }

    /**
     * Checks a data or changelog file and those that belong to it.
     *
     * @param changelog whether it is a changelog file
     * @return whether the file can be read as what it is said to be, as far as was looked
     */
    boolean check(ManifestEntry entry, boolean changelog, Findings findings) {
        DataFileMeta file = entry.file();
        Location directory = table.paths().directory(entry.bucket());
        Location location = file.externalPath().map(Location::of).orElseGet(() -> directory.child(file.name()));
        tally.count(changelog ? Checked.CHANGELOG_FILES : Checked.DATA_FILES);
        tally.add(Checked.BYTES, file.sizeBytes());
        for (String extra : file.extraFiles()) {
            requirePresent(directory.child(extra), OptionalLong.empty(), findings);
        }
        if (!requirePresent(location, OptionalLong.of(file.sizeBytes()), findings)) {
            return false;
        }
        Optional<TableSchema> schema = schema(location, file, findings);
        if (!deep || schema.isEmpty()) {
            return schema.isPresent();
        }
        var ofRows = new RowFindings(location.value());
        long before = findings.count();
        readRows(location, new RowsCheck(entry, schema.get(), changelog, ofRows), schema.get(), file, findings);
        ofRows.reportTo(findings);
        return findings.count() == before;
    }

    /**
     * Checks that a file is there.
     *
     * @param sizeBytes what is known about its size
     */
    boolean requirePresent(Location location, OptionalLong sizeBytes, Findings findings) {
        Optional<FileEntry> found = table.io().find(location).filter(entry -> !entry.directory());
        if (found.isEmpty()) {
            findings.add(location.value(), Rule.FILE_EXISTS, "a file", "none");
            return false;
        }
        long actual = found.get().sizeBytes();
        if (sizeBytes.isPresent() && sizeBytes.getAsLong() != actual) {
            findings.add(location.value(), Rule.FILE_SIZE, sizeBytes.getAsLong() + " bytes", actual + " bytes");
            return false;
        }
        return true;
    }

    private Optional<TableSchema> schema(Location location, DataFileMeta file, Findings findings) {
        try {
            return Optional.of(table.schemas().apply(file.schemaId()));
        } catch (TableException e) {
            if (e.retryable()) {
                throw e;
            }
            findings.add(location.value(), Rule.FILE_SCHEMA, "schema " + file.schemaId(), e.getMessage());
            return Optional.empty();
        }
    }

    private void readRows(
            Location location, RowsCheck check, TableSchema schema, DataFileMeta file, Findings findings) {
        try (StoredRows rows = StoredRows.open(table.io(), location, file.sizeBytes(), schema)) {
            check.run(rows);
        } catch (UnsupportedFormatException e) {
            tally.count(Checked.UNREAD_FILES);
        } catch (CorruptTableException e) {
            findings.add(location.value(), Rule.FILE_READABLE, "a file that can be read", e.getMessage());
        } catch (StorageException e) {
            if (!e.isNotFound()) {
                throw e;
            }
            findings.add(location.value(), Rule.FILE_EXISTS, "a file", "none any more");
        } finally {
            tally.add(Checked.ROWS, check.rows());
        }
    }
}
