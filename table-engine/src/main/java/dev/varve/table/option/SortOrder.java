package dev.varve.table.option;

/** Which end of a sequence column is newest. */
public enum SortOrder implements OptionChoice {
    ASCENDING("ascending"),
    DESCENDING("descending");

    private final String text;

    SortOrder(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}
