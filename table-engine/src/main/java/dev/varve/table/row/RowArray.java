package dev.varve.table.row;

/** An array value. */
public interface RowArray extends Values {
    int size();
}
