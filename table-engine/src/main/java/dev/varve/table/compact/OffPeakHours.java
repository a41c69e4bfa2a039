package dev.varve.table.compact;

import dev.varve.table.option.TableOptions;

/**
 * A window of the day in which runs may differ more in size and are compacted all the same.
 *
 * @param startHour first hour in it, -1 for no window
 * @param endHour first hour after it; the window may go over midnight, and is empty if it equals the start
 * @param percent added to the size ratio within the window
 */
record OffPeakHours(int startHour, int endHour, int percent) {
    static final OffPeakHours NONE = new OffPeakHours(-1, -1, 0);

    static OffPeakHours of(TableOptions options) {
        return new OffPeakHours(options.offPeakStartHour(), options.offPeakEndHour(), options.offPeakRatioPercent());
    }

    /** Percent to add in this hour of the day. */
    int percentAt(int hour) {
        return contains(hour) ? percent : 0;
    }

    private boolean contains(int hour) {
        if (startHour == -1 || endHour == -1) {
            return false;
        }
        return startHour <= endHour ? startHour <= hour && hour < endHour : startHour <= hour || hour < endHour;
    }
}
