package dev.varve.table.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Functions of columns, as the reference has them. */
enum ColumnFunction {
    LAST_NON_NULL_VALUE {
        @Override
        Object add(Object before, Object value, boolean first) {
            return value == null ? before : value;
        }

        @Override
        Object retract(Object before, Object value) {
            return value == null ? before : null;
        }
    },
    LAST_VALUE {
        @Override
        Object add(Object before, Object value, boolean first) {
            return value;
        }

        @Override
        Object retract(Object before, Object value) {
            return null;
        }
    },
    FIRST_VALUE {
        @Override
        Object add(Object before, Object value, boolean first) {
            return first ? value : before;
        }
    },
    FIRST_NON_NULL_VALUE {
        @Override
        Object add(Object before, Object value, boolean first) {
            return before == null ? value : before;
        }
    },
    SUM {
        @Override
        Object addPresent(Object before, Object value) {
            return (Integer) before + (Integer) value;
        }

        @Override
        Object retract(Object before, Object value) {
            return value == null ? before : (before == null ? 0 : (Integer) before) - (Integer) value;
        }
    },
    MAX {
        @Override
        Object addPresent(Object before, Object value) {
            return compare(before, value) >= 0 ? before : value;
        }
    },
    MIN {
        @Override
        Object addPresent(Object before, Object value) {
            return compare(before, value) <= 0 ? before : value;
        }
    },
    LISTAGG {
        @Override
        Object addPresent(Object before, Object value) {
            return before + "," + value;
        }
    },
    COLLECT {
        @Override
        Object addPresent(Object before, Object value) {
            List<Object> all = new ArrayList<>((List<?>) before);
            all.addAll((List<?>) value);
            return all;
        }

        @Override
        Object retract(Object before, Object value) {
            if (before == null || value == null) {
                return before;
            }
            List<Object> left = new ArrayList<>((List<?>) before);
            ((List<?>) value).forEach(left::remove);
            return left;
        }
    };

    /** @param first whether nothing was added before */
    Object add(Object before, Object value, boolean first) {
        return before == null ? value : value == null ? before : addPresent(before, value);
    }

    Object addPresent(Object before, Object value) {
        throw new AssertionError(this + " does not add so");
    }

    /** Adds a value that belongs before those that were added. */
    Object addOlder(Object later, Object value) {
        return add(value, later, value == null);
    }

    Object retract(Object before, Object value) {
        throw new AssertionError(this + " cannot retract");
    }

    boolean retracts() {
        return switch (this) {
            case LAST_NON_NULL_VALUE, LAST_VALUE, SUM, COLLECT -> true;
            case FIRST_VALUE, FIRST_NON_NULL_VALUE, MAX, MIN, LISTAGG -> false;
        };
    }

    /** Whether it does not matter in which order values come. */
    boolean isOrderless() {
        return this == SUM || this == MAX || this == MIN;
    }

    String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static int compare(Object left, Object right) {
        return ((Comparable) left).compareTo(right);
    }
}
