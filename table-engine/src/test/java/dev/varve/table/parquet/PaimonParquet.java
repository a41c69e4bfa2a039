package dev.varve.table.parquet;

import dev.varve.table.row.GenericRow;
import dev.varve.table.row.Row;
import dev.varve.table.testing.PaimonRows;
import dev.varve.table.type.RowType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.paimon.data.InternalRow;
import org.apache.paimon.format.FileFormat;
import org.apache.paimon.format.FormatReaderContext;
import org.apache.paimon.format.FormatWriter;
import org.apache.paimon.format.SimpleColStats;
import org.apache.paimon.fs.Path;
import org.apache.paimon.fs.PositionOutputStream;
import org.apache.paimon.fs.local.LocalFileIO;
import org.apache.paimon.options.Options;
import org.apache.paimon.reader.RecordReader;
import org.apache.paimon.statistics.SimpleColStatsCollector;

/** Apache Paimon's Parquet format on local files. */
final class PaimonParquet {
    private final LocalFileIO io = LocalFileIO.create();
    private final Path path;

    PaimonParquet(java.nio.file.Path file) {
        path = new Path(file.toUri());
    }

    private static FileFormat format() {
        return FileFormat.fromIdentifier("parquet", new Options());
    }

    /** Writes the rows; returns what the statistics collectors of this mode make of each column. */
    SimpleColStats[] write(RowType type, List<? extends Row> rows, String codec, String statisticsMode)
            throws IOException {
        Object metadata;
        try (PositionOutputStream output = io.newOutputStream(path, true)) {
            FormatWriter writer =
                    format().createWriterFactory(PaimonRows.type(type)).create(output, codec);
            for (Row row : rows) {
                writer.addElement(PaimonRows.toPaimon(row, type));
            }
            writer.close();
            metadata = writer.writerMetadata();
        }
        var collectors = new SimpleColStatsCollector.Factory[type.arity()];
        java.util.Arrays.fill(collectors, SimpleColStatsCollector.from(statisticsMode));
        return format().createStatsExtractor(PaimonRows.type(type), collectors)
                .orElseThrow()
                .extract(io, path, io.getFileSize(path), metadata);
    }

    /** Reads the wanted columns of a file that was written with all of {@code fileType}. */
    List<GenericRow> read(RowType fileType, RowType wanted) throws IOException {
        var rows = new ArrayList<GenericRow>();
        try (RecordReader<InternalRow> reader = format().createReaderFactory(
                        PaimonRows.type(fileType), PaimonRows.type(wanted), List.of())
                .createReader(new FormatReaderContext(io, path, io.getFileSize(path)))) {
            reader.forEachRemaining(row -> rows.add(PaimonRows.fromPaimon(row, wanted)));
        }
        return rows;
    }
}
