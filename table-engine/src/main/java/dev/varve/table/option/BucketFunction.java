package dev.varve.table.option;

/** How a fixed bucket follows from the bucket key (behaviour page: buckets, fixed buckets). */
public enum BucketFunction implements OptionChoice {
    /** The row hash, remainder, absolute value. */
    DEFAULT("default"),
    /** Floor-mod of one INT or BIGINT column. */
    MOD("mod"),
    /** Hive's own hash. */
    HIVE("hive");

    private final String text;

    BucketFunction(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}
