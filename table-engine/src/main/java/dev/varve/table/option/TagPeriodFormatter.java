package dev.varve.table.option;

/** How a period is written in the name of its tag. */
public enum TagPeriodFormatter implements OptionChoice {
    WITH_DASHES("with_dashes"),
    WITHOUT_DASHES("without_dashes"),
    WITHOUT_DASHES_AND_SPACES("without_dashes_and_spaces");

    private final String text;

    TagPeriodFormatter(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}
