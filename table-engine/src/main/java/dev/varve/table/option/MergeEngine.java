package dev.varve.table.option;

/** How versions of one key become one row. */
public enum MergeEngine implements OptionChoice {
    DEDUPLICATE("deduplicate"),
    PARTIAL_UPDATE("partial-update"),
    AGGREGATE("aggregation"),
    FIRST_ROW("first-row");

    private final String text;

    MergeEngine(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}
