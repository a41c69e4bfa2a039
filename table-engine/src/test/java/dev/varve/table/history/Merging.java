package dev.varve.table.history;

import dev.varve.table.row.RowKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** How a table merges, told a second time and as plainly as possible: by going through all versions that a key ever had. */
interface Merging {
    /** What makes a table merge so. */
    Map<String, String> options();

    /**
     * The row that versions make.
     *
     * @param versions in the order in which they came, at least one
     * @return values by column; empty if there is no row
     */
    Optional<List<Object>> merged(List<Change> versions);

    /** Whether a change leaves no trace when it is written. */
    default boolean ignores(RowKind kind) {
        return kind.isRetract() && Boolean.parseBoolean(options().get("ignore-delete"))
                || kind == RowKind.UPDATE_BEFORE
                        && Boolean.parseBoolean(options().get("ignore-update-before"));
    }

    /**
     * Whether a history may go on so. What the table refuses is left out, and so are the documented exceptions from the rule that
     * compactions do not change what a table holds.
     *
     * @param committed versions of the key that are visible
     * @param buffered versions that come after them, by the same writer
     */
    boolean admits(List<Change> committed, List<Change> buffered, Change change);

    /** Whether Apache Paimon's write buffer makes the right thing of such a change together with others. */
    default boolean paimonMayWrite(RowKind kind) {
        return kind.isAdd() && paimonMayCompact();
    }

    /** Whether Apache Paimon's merges are right for everything that a history puts into such a table. */
    boolean paimonMayCompact();

    /** Whether rows are visible above level 0 only. */
    default boolean hidesLevelZero() {
        return false;
    }

    static Merging random(Random random) {
        return switch (random.nextInt(8)) {
            case 0, 1 -> Deduplicating.random(random);
            case 2, 3 -> FirstRow.random(random);
            case 4, 5 -> PartialUpdating.random(random);
            default -> Aggregating.random(random);
        };
    }
}
