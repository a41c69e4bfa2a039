package dev.varve.table.hadoop;

import dev.varve.table.error.StorageException;
import org.junit.jupiter.api.Test;

class RenameCreateTest extends AtomicCreateContract {
    @Override
    String scheme() {
        return "hdfs";
    }

    @Override
    Class<? extends NamespaceFileSystem> fileSystem() {
        return NamespaceFileSystem.class;
    }

    /** Deleting the temporary file proves that the rename did not happen and will not. */
    @Test
    void aFailedRenameIsCertain() {
        assertFails(StorageException.class);
    }
}
