package dev.varve.table.datafile;

import dev.varve.table.error.Check;
import dev.varve.table.format.RowFileWriter;
import dev.varve.table.format.WrittenFile;
import dev.varve.table.fs.FileOutput;
import dev.varve.table.fs.Location;
import dev.varve.table.index.FileIndexWriter;
import dev.varve.table.layout.TableLayout;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.manifest.FileSource;
import dev.varve.table.manifest.StatisticsBuilder.ValueStatistics;
import dev.varve.table.row.BinaryRow;
import dev.varve.table.row.KeyValue;
import dev.varve.table.row.RowComparator;
import dev.varve.table.row.RowKind;
import dev.varve.table.row.RowSerializer;
import java.nio.ByteBuffer;
import java.util.Optional;

/** Writes one data or changelog file and keeps account of what its metadata will say. At least one row. */
final class SingleFileWriter {
    private final DataFileWriters factory;
    private final Location file;
    private final FileRole role;
    private final int level;
    private final FileSource source;
    private final RowFileWriter rows;
    private final PhysicalRow row;
    private final RowComparator keyOrder;
    private final RowSerializer keySerializer;
    private final Optional<FileIndexWriter> index;

    /** The file with the indexes, once it may exist. */
    private Optional<Location> indexFile = Optional.empty();

    private BinaryRow minKey;
    /** Lent by the serializer: the key of the last row. */
    private BinaryRow lastKey;

    private long rowCount;
    private long deleteRowCount;
    private long minSequence = Long.MAX_VALUE;
    private long maxSequence = Long.MIN_VALUE;

    SingleFileWriter(DataFileWriters factory, Location directory, FileRole role, int level, FileSource source) {
        PhysicalLayout layout = factory.physicalLayout();
        DataFileWriters.LevelSettings settings = factory.settings(role, level);
        this.factory = factory;
        this.role = role;
        this.level = level;
        this.source = source;
        this.file = factory.newFile(directory, role, settings.format());
        this.rows = settings.format().createWriter(factory.io(), file, layout.type(), settings.settings());
        this.row = new PhysicalRow(layout);
        this.keyOrder = layout.logical().keyOrder();
        this.keySerializer = new RowSerializer(layout.logical().keyType());
        this.index = factory.newIndexWriter(role);
    }

    void write(KeyValue version) {
        // Always on: a file out of order would silently lose rows in every later merge.
        if (lastKey != null) {
            requireOrder(keyOrder.compare(lastKey, version.key()));
        }
        rows.write(row.over(version));
        if (index.isPresent()) {
            index.get().add(version.value());
        }
        lastKey = keySerializer.lend(version.key(), RowKind.INSERT);
        if (minKey == null) {
            minKey = lastKey.copy();
        }
        rowCount++;
        if (version.kind().isRetract()) {
            deleteRowCount++;
        }
        minSequence = Math.min(minSequence, version.sequence());
        maxSequence = Math.max(maxSequence, version.sequence());
    }

    private void requireOrder(int lastToNext) {
        int most = switch (role) {
            case DATA -> -1;
            case CHANGELOG -> 0;
        };
        if (lastToNext > most) {
            throw new IllegalStateException("key of row " + rowCount + " is " + (most < 0 ? "not greater" : "less")
                    + " than the one before it in " + file);
        }
    }

    long rowCount() {
        return rowCount;
    }

    long estimatedBytes() {
        return rows.estimatedBytes();
    }

    DataFileMeta finish() {
        BinaryRow maxKey = lastKey.copy();
        Optional<ByteBuffer> embedded = finishIndex();
        WrittenFile written = rows.finish();
        Check.that(
                written.rowCount() == rowCount, "%s rows in %s, %s were written", written.rowCount(), file, rowCount);
        PhysicalLayout layout = factory.physicalLayout();
        ValueStatistics values =
                factory.valueStatistics().values(layout.ofValues(written.columns()), factory.denseStatistics());
        return new DataFileMeta(
                file.name(),
                written.sizeBytes(),
                rowCount,
                minKey,
                maxKey,
                factory.keyStatistics().all(layout.ofKeys(written.columns())),
                values.stats(),
                minSequence,
                maxSequence,
                factory.schemaId(),
                level,
                indexFile.map(Location::name).stream().toList(),
                Optional.of(factory.creationTimeMillis()),
                Optional.of(deleteRowCount),
                embedded,
                Optional.of(source),
                values.columns(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /** The indexes, if they are small; else they are in {@link #indexFile} afterwards. */
    private Optional<ByteBuffer> finishIndex() {
        if (index.isEmpty()) {
            return Optional.empty();
        }
        byte[] bytes = index.get().finish();
        if (bytes.length <= factory.embeddedIndexBytes()) {
            return Optional.of(ByteBuffer.wrap(bytes).asReadOnlyBuffer());
        }
        Location beside = file.parent().child(TableLayout.fileIndexName(file.name()));
        indexFile = Optional.of(beside);
        FileOutput output = factory.io().create(beside);
        try {
            output.write(bytes, 0, bytes.length);
            output.close();
        } catch (RuntimeException | Error e) {
            output.abort();
            throw e;
        }
        return Optional.empty();
    }

    /** Gives up before {@link #finish} returned, or after it failed. */
    void abort() {
        try {
            rows.abort();
        } finally {
            indexFile.ifPresent(factory.io()::delete);
        }
    }
}
