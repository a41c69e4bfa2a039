package dev.varve.connect.sink;

import static java.util.Objects.requireNonNull;

import dev.varve.connect.config.NameCase;
import dev.varve.connect.event.BadRecordException;
import dev.varve.connect.event.Origin;
import dev.varve.connect.route.TableRouter;
import dev.varve.table.TableId;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.schema.TableSpec;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The name that a table's own was made from, kept among its options where names are brought to one case: so that a task whose
 * source has another name notices it, even if it never sees the records of the first. Tables that were made by others have none, and
 * take what is routed to them.
 */
final class SourceNameOption {
    static final String KEY = "varve.source-name";

    private final TableRouter router;
    private final NameCase nameCase;

    SourceNameOption(TableRouter router, NameCase nameCase) {
        this.router = requireNonNull(router, "router is null");
        this.nameCase = requireNonNull(nameCase, "nameCase is null");
    }

    /** The table that is to be created, with the name. */
    TableSpec on(TableId table, TableSpec spec) {
        if (nameCase == NameCase.KEEP || router.sourceName(table).isEmpty()) {
            return spec;
        }
        Map<String, String> options = new LinkedHashMap<>(spec.options());
        options.put(KEY, router.sourceName(table).get());
        return new TableSpec(spec.fields(), spec.primaryKeys(), spec.partitionKeys(), options, spec.comment());
    }

    /** @throws BadRecordException if the table holds the records of another source */
    void requireSame(TableId table, TableSchema schema, Origin origin) {
        String known = schema.options().get(KEY);
        if (known != null && router.sourceName(table).isPresent()) {
            String found = router.sourceName(table).get();
            if (!found.equals(known)) {
                throw new BadRecordException(
                        BadRecordException.Reason.NO_TABLE, origin, "", TableRouter.sameName(table, known, found));
            }
        }
    }
}
