package dev.varve.table.lsm;

import dev.varve.table.merge.KeyValueReader;
import java.util.List;

/** Closes several readers. */
final class Closing {
    private Closing() {}

    /** Closes all of them; the first error is thrown in the end, with the others attached. */
    static void all(List<? extends KeyValueReader> readers) {
        RuntimeException failure = null;
        for (KeyValueReader reader : readers) {
            try {
                reader.close();
            } catch (RuntimeException e) {
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
