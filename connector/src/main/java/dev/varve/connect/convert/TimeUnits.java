package dev.varve.connect.convert;

/** In which unit a number counts time. */
enum TimeUnits {
    MILLIS(3),
    MICROS(6),
    NANOS(9);

    private final int digits;

    TimeUnits(int digits) {
        this.digits = digits;
    }

    /** Digits of a second's fraction that the unit can tell. */
    int digits() {
        return digits;
    }

    /** The unit in which a column of this precision is written as a number: Debezium's own choice for such a column. */
    static TimeUnits ofPrecision(int precision) {
        if (precision <= 3) {
            return MILLIS;
        }
        return precision <= 6 ? MICROS : NANOS;
    }
}
