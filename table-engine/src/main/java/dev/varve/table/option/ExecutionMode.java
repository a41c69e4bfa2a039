package dev.varve.table.option;

/** Whether a commit waits for the maintenance after it. */
public enum ExecutionMode implements OptionChoice {
    SYNC("sync"),
    ASYNC("async");

    private final String text;

    ExecutionMode(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}
