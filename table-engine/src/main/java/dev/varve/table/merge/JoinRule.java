package dev.varve.table.merge;

import dev.varve.table.row.KeyValue;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowKind;
import java.util.function.BiPredicate;

/** What an engine allows with a version while older ones may lie outside the merge. Pure. */
@FunctionalInterface
interface JoinRule {
    /** How a version may be treated. */
    enum Treatment {
        /** It and neighbours of this treatment become one version. */
        JOIN,
        /** It stays as it is, and nothing is joined across it. */
        KEEP_APART,
        /** It stays as it is; older versions have no effect any more, wherever they lie. */
        ERASE_OLDER,
        /** It has no effect. */
        DROP
    }

    Treatment treatmentOf(KeyValue version);

    /**
     * Whether a retraction that is to stay as it is and the addition right after it may be joined all the same, with each other and
     * with their neighbours: together they are a change, of which the new value can tell more than the retraction alone.
     */
    default boolean joinsChange(KeyValue retraction, KeyValue addition) {
        return false;
    }

    /** First-row: the oldest of several additions has the effect of all. */
    static JoinRule firstRow(boolean ignoreDelete) {
        Treatment ofRetraction = ignoreDelete ? Treatment.DROP : Treatment.KEEP_APART;
        return version -> version.kind().isAdd() ? Treatment.JOIN : ofRetraction;
    }

    /**
     * Aggregation: by what the functions allow.
     *
     * @param joinsChange whether the old and the new row of a change may be joined
     */
    static JoinRule aggregation(
            boolean joinsAdds, boolean joinsRetractions, boolean removeOnDelete, BiPredicate<Row, Row> joinsChange) {
        Treatment ofAdd = joinsAdds ? Treatment.JOIN : Treatment.KEEP_APART;
        Treatment ofRetraction = joinsRetractions ? Treatment.JOIN : Treatment.KEEP_APART;
        return new JoinRule() {
            @Override
            public Treatment treatmentOf(KeyValue version) {
                if (removeOnDelete && version.kind() == RowKind.DELETE) {
                    return Treatment.ERASE_OLDER;
                }
                return version.kind().isAdd() ? ofAdd : ofRetraction;
            }

            @Override
            public boolean joinsChange(KeyValue retraction, KeyValue addition) {
                return joinsChange.test(retraction.value(), addition.value());
            }
        };
    }

    /**
     * Partial-update. Whether a -D removes the row by its sequence group depends on the group's position below the merge, and
     * what a function takes back on the value there.
     */
    static JoinRule partialUpdate(PartialUpdatePlan plan, boolean joinsAdds) {
        Treatment ofAdd = joinsAdds ? Treatment.JOIN : Treatment.KEEP_APART;
        return version -> {
            if (version.kind().isAdd()) {
                return ofAdd;
            }
            return switch (plan.retractions()) {
                case REFUSE -> Treatment.KEEP_APART;
                case IGNORE -> Treatment.DROP;
                case REMOVE_ROW -> version.kind() == RowKind.DELETE ? Treatment.ERASE_OLDER : Treatment.DROP;
                case RETRACT_GROUPS -> plan.hasFunctions() || plan.mayRemove(version) ? Treatment.KEEP_APART : ofAdd;
            };
        };
    }
}
