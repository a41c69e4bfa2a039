package dev.varve.table.option;

/** How often tags are created. */
public enum TagCreationPeriod implements OptionChoice {
    DAILY("daily"),
    HOURLY("hourly"),
    TWO_HOURS("two-hours");

    private final String text;

    TagCreationPeriod(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}
