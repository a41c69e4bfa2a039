package dev.varve.table.manifest;

/** A manifest holds fields that this engine does not know, so it is left as it is. Never leaves this room. */
final class RewriteLosesFieldsException extends Exception {
    private static final long serialVersionUID = 1L;

    RewriteLosesFieldsException(String manifest) {
        super(manifest);
    }
}
