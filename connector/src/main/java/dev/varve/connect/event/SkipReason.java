package dev.varve.connect.event;

/** Why a record is of no table. */
public enum SkipReason {
    HEARTBEAT("heartbeat"),
    TRANSACTION("transaction boundary"),
    SCHEMA_CHANGE("schema change"),
    SIGNAL("signal to the source connector"),
    BOOTSTRAP("start or end of a bootstrap"),
    NO_ROWS("event without rows");

    private final String text;

    SkipReason(String text) {
        this.text = text;
    }

    /** For logs and metrics. */
    public String text() {
        return text;
    }
}
