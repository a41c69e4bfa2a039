package dev.varve.table.commit;

/**
 * Why changes cannot be made to a base.
 *
 * @param outputIsLive whether new files of the commit are in the base already: then they must not be deleted
 */
record Conflict(String reason, boolean outputIsLive) {}
