package dev.varve.table.option;

/** Where the rows of changelog files come from. */
public enum ChangelogProducer implements OptionChoice {
    NONE("none"),
    INPUT("input"),
    FULL_COMPACTION("full-compaction"),
    LOOKUP("lookup");

    private final String text;

    ChangelogProducer(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}
