package dev.varve.table.parquet;

import dev.varve.table.fs.FileOutput;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;

/**
 * Parquet's view of a file being written. Closing it is left to {@link ParquetRowWriter}, which alone knows whether the content
 * is complete. Failures stay {@link dev.varve.table.error.StorageException}s. Confined to one thread.
 */
final class StoreOutput extends PositionOutputStream implements OutputFile {
    private final FileOutput output;
    private final byte[] single = new byte[1];

    StoreOutput(FileOutput output) {
        this.output = output;
    }

    @Override
    public long getPos() {
        return output.position();
    }

    @Override
    public void write(int value) {
        single[0] = (byte) value;
        output.write(single, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        output.write(bytes, offset, length);
    }

    @Override
    public PositionOutputStream create(long blockSizeHint) {
        return this;
    }

    @Override
    public PositionOutputStream createOrOverwrite(long blockSizeHint) {
        return this;
    }

    @Override
    public boolean supportsBlockSize() {
        return false;
    }

    @Override
    public long defaultBlockSize() {
        return 0;
    }
}
