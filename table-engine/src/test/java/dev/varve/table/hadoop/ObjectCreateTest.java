package dev.varve.table.hadoop;

import dev.varve.table.error.CommitOutcomeUnknownException;
import org.junit.jupiter.api.Test;

class ObjectCreateTest extends AtomicCreateContract {
    @Override
    String scheme() {
        return "s3a";
    }

    @Override
    Class<? extends NamespaceFileSystem> fileSystem() {
        return ConditionalFileSystem.class;
    }

    /** The request may still be on its way. */
    @Test
    void aFailedPutIsNot() {
        assertFails(CommitOutcomeUnknownException.class);
    }
}
