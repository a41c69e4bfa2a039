package dev.varve.table.option;

/** What the age of a partition is counted from. */
public enum PartitionExpirationStrategy implements OptionChoice {
    /** The time that its values stand for. */
    VALUES_TIME("values-time"),
    /** The time of its newest file. */
    UPDATE_TIME("update-time");

    private final String text;

    PartitionExpirationStrategy(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}
