package dev.varve.table.parquet;

import dev.varve.table.format.FileFormat;
import dev.varve.table.format.ReadSettings;
import dev.varve.table.format.RowFileReader;
import dev.varve.table.format.RowFileWriter;
import dev.varve.table.format.WriteSettings;
import dev.varve.table.fs.FileIO;
import dev.varve.table.fs.FileOutput;
import dev.varve.table.fs.Location;
import dev.varve.table.fs.SeekableInput;
import dev.varve.table.type.RowType;

/** Parquet data files. Without state, safe for several threads. */
public final class ParquetFileFormat implements FileFormat {
    @Override
    public String name() {
        return "parquet";
    }

    @Override
    public RowFileWriter createWriter(FileIO io, Location file, RowType type, WriteSettings settings) {
        FileOutput output = io.create(file);
        try {
            return new ParquetRowWriter(output, file, type, settings);
        } catch (RuntimeException e) {
            output.abort();
            throw e;
        }
    }

    @Override
    public RowFileReader openReader(FileIO io, Location file, long fileBytes, RowType type, ReadSettings settings) {
        SeekableInput input = io.open(file, fileBytes);
        try {
            return new ParquetRowReader(input, file, fileBytes, type, settings);
        } catch (RuntimeException e) {
            input.close();
            throw e;
        }
    }
}
