package dev.varve.table.option;

/** What makes a writer create tags by itself. */
public enum TagCreationMode implements OptionChoice {
    NONE("none"),
    /** The time of snapshots. */
    PROCESS_TIME("process-time"),
    /** The watermark of snapshots. */
    WATERMARK("watermark"),
    /** Every batch commit. */
    BATCH("batch");

    private final String text;

    TagCreationMode(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}
