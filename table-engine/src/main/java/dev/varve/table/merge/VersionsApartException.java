package dev.varve.table.merge;

/**
 * Some key has versions that one row cannot express before they meet what is below them, and the merge had room for one only. No
 * failure, but a reason to merge with everything below; so it has no stack trace.
 */
public final class VersionsApartException extends RuntimeException {
    private static final long serialVersionUID = 1;

    VersionsApartException() {
        super("versions of a key must be merged with all that is below them", null, false, false);
    }
}
