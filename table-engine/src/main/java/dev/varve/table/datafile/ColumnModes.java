package dev.varve.table.datafile;

import dev.varve.table.format.StatisticsMode;
import dev.varve.table.option.TableOptions;
import dev.varve.table.type.RowType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Which statistics each column of a data file keeps (format page manifests, statistics rules: first match wins). */
final class ColumnModes {
    private static final StatisticsMode KEY_MODE = StatisticsMode.truncate(128);

    private ColumnModes() {}

    /**
     * One mode a physical column.
     *
     * @param commonMode of columns without a mode of their own
     */
    static List<StatisticsMode> of(PhysicalLayout layout, TableOptions options, String commonMode) {
        StatisticsMode common = StatisticsMode.parse(commonMode);
        int keep = options.statsKeepFirstColumns();
        RowType type = layout.type();
        List<StatisticsMode> modes = new ArrayList<>(type.arity());
        int counted = 0;
        for (int i = 0; i < type.arity(); i++) {
            String name = type.field(i).name();
            boolean system = i < layout.firstValue();
            Optional<String> own = system ? Optional.empty() : options.statsModeOf(name);
            if (own.isPresent()) {
                modes.add(StatisticsMode.parse(own.get()));
                counted++;
            } else if (system || (layout.isThin() && layout.logical().keyType().indexOf(name) >= 0)) {
                modes.add(KEY_MODE);
            } else {
                modes.add(keep >= 0 && counted >= keep ? StatisticsMode.NONE : common);
                counted++;
            }
        }
        return modes;
    }
}
