package dev.varve.connect.sink;

import org.apache.kafka.connect.errors.DataException;

/** A row is larger than all buffers of the task: a bad record. */
final class RowTooLargeException extends DataException {
    private static final long serialVersionUID = 1L;

    RowTooLargeException() {
        super("the row does not fit into the buffers of the task, although they are empty; raise sink.memory");
    }
}
