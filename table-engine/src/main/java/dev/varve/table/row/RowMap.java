package dev.varve.table.row;

/** A map value: two arrays of equal size. Keys are not null and, in valid data, distinct. */
public interface RowMap {
    int size();

    RowArray keys();

    RowArray values();
}
