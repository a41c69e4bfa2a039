package dev.varve.table.parquet;

import dev.varve.table.format.FileFormat;
import dev.varve.table.format.FileFormats;
import dev.varve.table.format.RowFileReader;
import dev.varve.table.format.RowFileWriter;
import dev.varve.table.format.StatisticsMode;
import dev.varve.table.format.WriteSettings;
import dev.varve.table.format.WrittenFile;
import dev.varve.table.fs.Location;
import dev.varve.table.fs.SeekableInput;
import dev.varve.table.row.BinaryRow;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowSerializer;
import dev.varve.table.testing.MemoryFileIO;
import dev.varve.table.type.RowType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** Writes and reads whole files in memory, for tests. */
final class ParquetFiles {
    static final Location FILE = Location.of("/t/bucket-0/data-1.parquet");
    static final FileFormat FORMAT = FileFormats.load("parquet");

    final MemoryFileIO io = new MemoryFileIO();

    static WriteSettings settings(RowType type, StatisticsMode mode) {
        return settings(type, "zstd", WriteSettings.DEFAULT_BLOCK_BYTES, mode);
    }

    static WriteSettings settings(RowType type, String codec, long blockBytes, StatisticsMode mode) {
        return new WriteSettings(codec, 1, blockBytes, Collections.nCopies(type.arity(), mode));
    }

    WrittenFile write(RowType type, List<? extends Row> rows) {
        return write(type, rows, settings(type, StatisticsMode.FULL));
    }

    WrittenFile write(RowType type, List<? extends Row> rows, WriteSettings settings) {
        io.delete(FILE);
        RowFileWriter writer = FORMAT.createWriter(io, FILE, type, settings);
        writeLent(writer, type, rows);
        return writer.finish();
    }

    /** Writes rows that are overwritten with rubbish as soon as the writer has returned: it must not keep them. */
    static void writeLent(RowFileWriter writer, RowType type, List<? extends Row> rows) {
        var serializer = new RowSerializer(type);
        for (Row row : rows) {
            BinaryRow lent = serializer.toBinary(row);
            writer.write(lent);
            Arrays.fill(lent.array(), (byte) 0x5A);
        }
    }

    /** Deep copies of all rows. */
    List<GenericRow> read(RowType type) {
        return read(type, bytes().length);
    }

    List<GenericRow> read(RowType type, long fileBytes) {
        var rows = new ArrayList<GenericRow>();
        try (RowFileReader reader = FORMAT.openReader(io, FILE, fileBytes, type)) {
            while (reader.advance()) {
                rows.add(GenericRow.copyOf(reader.row(), type));
            }
        }
        return rows;
    }

    /** Puts a file there that was made elsewhere. */
    ParquetFiles put(byte[] bytes) {
        io.put(FILE, bytes);
        return this;
    }

    byte[] bytes() {
        return io.readAll(FILE);
    }

    Footer footer() throws IOException {
        try (SeekableInput input = io.open(FILE)) {
            return Footer.read(new RangeReader(input, FILE, input.size()));
        }
    }
}
