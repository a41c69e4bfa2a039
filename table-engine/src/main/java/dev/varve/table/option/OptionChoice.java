package dev.varve.table.option;

/** An option value out of a closed set. */
public interface OptionChoice {
    /** How it is written in table options. */
    String text();
}
