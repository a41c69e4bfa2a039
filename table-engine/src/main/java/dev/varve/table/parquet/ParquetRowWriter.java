package dev.varve.table.parquet;

import static org.apache.parquet.column.ParquetProperties.WriterVersion.PARQUET_1_0;

import dev.varve.table.error.Check;
import dev.varve.table.error.StorageException;
import dev.varve.table.format.ColumnStatistics;
import dev.varve.table.format.RowFileWriter;
import dev.varve.table.format.WriteSettings;
import dev.varve.table.format.WrittenFile;
import dev.varve.table.fs.FileOutput;
import dev.varve.table.fs.Location;
import dev.varve.table.row.Row;
import dev.varve.table.type.DataField;
import dev.varve.table.type.RowType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Map;
import org.apache.parquet.column.ColumnWriteStore;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.column.values.factory.DefaultValuesWriterFactory;
import org.apache.parquet.hadoop.ColumnChunkPageWriteStore;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.schema.MessageType;

/**
 * Writes rows through a tree of {@link FieldWriter}s straight into Parquet's column writers, one row group after another. A row
 * group is held in memory, encoded and compressed page by page, until it has the wanted size.
 *
 * <p>Page size, dictionaries, checksums and indexes are Parquet's defaults, which are also those of the format (format page
 * data files, writer settings); only columns of distinct values do without the attempt at a dictionary. Confined to one thread.
 */
final class ParquetRowWriter implements RowFileWriter {
    /** Rows between two looks at the size of pages and row groups; doubled or halved by Parquet as it learns their size. */
    private static final int MIN_ROWS_BETWEEN_CHECKS = 8;

    private static final int MAX_ROWS_BETWEEN_CHECKS = 1_000;

    private static final ParquetProperties PROPERTIES = properties(ParquetProperties.builder());

    private final Location location;
    private final FileOutput output;
    private final MessageType schema;
    private final ParquetProperties properties;
    private final FieldWriter[] fields;
    private final PageCompressor compressor;
    private final long blockBytes;
    private final ParquetFileWriter file;

    private ColumnChunkPageWriteStore pages;
    private ColumnWriteStore columns;
    private long rowCount;
    private long blockRows;
    private long nextCheck;
    private boolean finished;

    ParquetRowWriter(FileOutput output, Location location, RowType type, WriteSettings settings) {
        this(output, location, type, settings, properties(settings));
    }

    /** @param properties made by {@link #properties} */
    ParquetRowWriter(
            FileOutput output, Location location, RowType type, WriteSettings settings, ParquetProperties properties) {
        Check.argument(
                settings.statistics().size() == type.arity(),
                "%s statistics modes for %s columns",
                settings.statistics().size(),
                type.arity());
        this.location = location;
        this.output = output;
        this.properties = properties;
        this.blockBytes = settings.blockBytes();
        schema = ParquetSchema.of(type);
        fields = new FieldWriter[type.arity()];
        for (int i = 0; i < fields.length; i++) {
            DataField field = type.field(i);
            fields[i] = FieldWriter.ofColumn(
                    schema, field.name(), field.type(), settings.statistics().get(i));
        }
        compressor = PageCompressor.of(settings);
        try {
            file = new ParquetFileWriter(
                    new StoreOutput(output), schema, ParquetFileWriter.Mode.CREATE, blockBytes, 0, null, properties);
            file.start();
        } catch (IOException e) {
            throw failure(e);
        }
        startBlock();
    }

    private static ParquetProperties properties(WriteSettings settings) {
        if (settings.distinct().isEmpty()) {
            return PROPERTIES;
        }
        ParquetProperties.Builder builder = withOwnFactory(ParquetProperties.copy(PROPERTIES));
        settings.distinct().forEach(column -> builder.withDictionaryEncoding(column, false));
        return builder.build();
    }

    /** Completes settings by those that the format asks for. */
    static ParquetProperties properties(ParquetProperties.Builder builder) {
        return withOwnFactory(builder)
                .withWriterVersion(PARQUET_1_0)
                .withDictionaryEncoding(true)
                .withSizeStatisticsEnabled(false)
                .withMinRowCountForPageSizeCheck(MIN_ROWS_BETWEEN_CHECKS)
                .withMaxRowCountForPageSizeCheck(MAX_ROWS_BETWEEN_CHECKS)
                .build();
    }

    /** The library's default factory is one for the whole process, and every build sets it to the properties that are built. */
    private static ParquetProperties.Builder withOwnFactory(ParquetProperties.Builder builder) {
        return builder.withValuesWriterFactory(new DefaultValuesWriterFactory());
    }

    private void startBlock() {
        pages = ColumnChunkPageWriteStore.builder()
                .withCompressorProvider(column -> compressor)
                .withSchema(schema)
                .withAllocator(properties.getAllocator())
                .withColumnIndexTruncateLength(properties.getColumnIndexTruncateLength())
                .withPageWriteChecksumEnabled(properties.getPageWriteChecksumEnabled())
                .build();
        columns = properties.newColumnWriteStore(schema, pages, pages);
        for (FieldWriter field : fields) {
            field.attach(columns);
        }
        nextCheck = MIN_ROWS_BETWEEN_CHECKS;
    }

    @Override
    public void write(Row row) {
        if (row.arity() != fields.length) {
            throw new IllegalArgumentException("a row of " + row.arity() + " fields for " + fields.length + " columns");
        }
        for (int i = 0; i < fields.length; i++) {
            fields[i].write(row, i, 0);
        }
        columns.endRecord();
        rowCount++;
        if (++blockRows >= nextCheck) {
            checkBlockSize();
        }
    }

    /** Ends the row group if it is full; else foresees when half of what is missing will be there and looks again then. */
    private void checkBlockSize() {
        long bytes = columns.getBufferedSize();
        long missing = blockBytes - bytes;
        if (missing <= 0) {
            try {
                flushBlock();
            } catch (IOException e) {
                throw failure(e);
            }
            startBlock();
            return;
        }
        long rowsUntilFull = missing / Math.max(1, bytes / blockRows);
        long wait = Math.max(MIN_ROWS_BETWEEN_CHECKS, Math.min(rowsUntilFull / 2, MAX_ROWS_BETWEEN_CHECKS));
        nextCheck = blockRows + wait;
    }

    private void flushBlock() throws IOException {
        file.startBlock(blockRows);
        columns.flush();
        pages.flushToFileWriter(file);
        file.endBlock();
        blockRows = 0;
        columns = null;
        pages = null;
    }

    @Override
    public long estimatedBytes() {
        return output.position() + (columns == null ? 0 : columns.getBufferedSize());
    }

    @Override
    public WrittenFile finish() {
        Check.that(!finished, "%s is finished already", location);
        try {
            if (blockRows > 0) {
                flushBlock();
            }
            file.end(Map.of());
        } catch (IOException e) {
            throw failure(e);
        }
        output.close();
        finished = true;
        compressor.release();
        var statistics = new ArrayList<ColumnStatistics>(fields.length);
        for (FieldWriter field : fields) {
            statistics.add(field.statistics());
        }
        return new WrittenFile(output.position(), rowCount, statistics);
    }

    /** Pages in memory lie on the heap and need no release; closing Parquet's writers would only write them. */
    @Override
    public void abort() {
        Check.that(!finished, "%s is finished and cannot be aborted", location);
        compressor.release();
        output.abort();
    }

    /** The store itself fails with its own exceptions; this is for what Parquet declares on top. */
    private StorageException failure(IOException cause) {
        return new StorageException(
                StorageException.Kind.TRANSIENT, "cannot write " + location + ": " + cause.getMessage(), cause);
    }
}
