package dev.varve.connect.convert;

/** Booleans, the numbers 0 and 1, and the texts {@code true} and {@code false} → BOOLEAN. */
record BooleanConverter(Site site) implements ValueConverter {
    @Override
    public Object convert(Object value, Attempt attempt) {
        if (value instanceof Boolean) {
            return value;
        }
        if (value instanceof Number number && Numbers.isIntegral(number)) {
            long integer = number.longValue();
            return integer == 0 || integer == 1
                    ? (Object) (integer == 1)
                    : attempt.misfit(site, null, "the number is neither 0 nor 1");
        }
        if (value instanceof String text) {
            boolean isTrue = text.equalsIgnoreCase("true");
            return isTrue || text.equalsIgnoreCase("false")
                    ? (Object) isTrue
                    : attempt.misfit(site, null, "the text is neither true nor false");
        }
        return attempt.wrongType(site, value, "a boolean");
    }
}
