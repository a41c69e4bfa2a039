package dev.varve.table;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.option.NearestName;
import dev.varve.table.option.ReadStart;
import dev.varve.table.option.TableOptions;
import dev.varve.table.predicate.Predicate;
import dev.varve.table.scan.Plan;
import dev.varve.table.scan.SplitPlanner;
import dev.varve.table.scan.SplitSettings;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.snapshot.Snapshot;
import dev.varve.table.snapshot.TimeTravel;
import dev.varve.table.type.DataField;
import dev.varve.table.type.RowType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** A described read. Immutable. */
final class FileTableScan implements TableScan {
    private final TableParts parts;
    private final Request request;

    /**
     * What is asked for.
     *
     * @param columns empty for all
     * @param conditions each to be true, made once the columns are known
     * @param start empty for what the options say
     * @param options in place of the table's own
     */
    private record Request(
            Optional<List<String>> columns,
            List<Function<RowType, Predicate>> conditions,
            Optional<ReadStart> start,
            Map<String, String> options,
            long limit,
            int parallelism) {
        private static final Request ALL =
                new Request(Optional.empty(), List.of(), Optional.empty(), Map.of(), Long.MAX_VALUE, 1);

        Request {
            columns = columns.map(List::copyOf);
            conditions = List.copyOf(conditions);
            options = Map.copyOf(options);
        }
    }

    /** A version and its columns. */
    private record Version(Optional<Snapshot> snapshot, TableSchema schema) {}

    FileTableScan(TableParts parts) {
        this(parts, Request.ALL);
    }

    private FileTableScan(TableParts parts, Request request) {
        this.parts = requireNonNull(parts, "parts is null");
        this.request = request;
    }

    @Override
    public TableScan columns(List<String> names) {
        return with(new Request(
                Optional.of(names),
                request.conditions,
                request.start,
                request.options,
                request.limit,
                request.parallelism));
    }

    @Override
    public TableScan where(String condition) {
        requireNonNull(condition, "condition is null");
        return where(type -> parts.conditions(type).parse(condition));
    }

    @Override
    public TableScan filter(Predicate predicate) {
        requireNonNull(predicate, "predicate is null");
        return where(type -> {
            if (predicate.columns().length() > type.arity()) {
                throw new InvalidInputException(
                        "the condition looks at column " + (predicate.columns().length() - 1)
                                + ", the version that is read has " + type.arity() + " columns");
            }
            return predicate;
        });
    }

    private TableScan where(Function<RowType, Predicate> condition) {
        var conditions = new ArrayList<>(request.conditions);
        conditions.add(condition);
        return with(new Request(
                request.columns, conditions, request.start, request.options, request.limit, request.parallelism));
    }

    @Override
    public TableScan snapshot(long id) {
        return at(new ReadStart.AtSnapshot(id));
    }

    @Override
    public TableScan tag(String name) {
        return at(new ReadStart.AtTag(name));
    }

    @Override
    public TableScan asOf(Instant time) {
        return at(new ReadStart.AtTime(time.toEpochMilli()));
    }

    private TableScan at(ReadStart start) {
        return with(new Request(
                request.columns,
                request.conditions,
                Optional.of(start),
                request.options,
                request.limit,
                request.parallelism));
    }

    @Override
    public TableScan options(Map<String, String> options) {
        Map<String, String> merged = new LinkedHashMap<>(request.options);
        for (Map.Entry<String, String> option : options.entrySet()) {
            if (!option.getKey().startsWith("scan.") && !option.getKey().startsWith("source.split.")) {
                throw new InvalidInputException("option '" + option.getKey()
                        + "' is not one of a read: only scan.* and source.split.* can differ from read to read");
            }
            merged.put(option.getKey(), option.getValue());
        }
        return with(new Request(
                request.columns, request.conditions, request.start, merged, request.limit, request.parallelism));
    }

    @Override
    public TableScan limit(long rows) {
        if (rows < 0) {
            throw new InvalidInputException("a limit of " + rows + " rows is not possible");
        }
        return with(new Request(
                request.columns, request.conditions, request.start, request.options, rows, request.parallelism));
    }

    @Override
    public TableScan parallelism(int splits) {
        if (splits < 1) {
            throw new InvalidInputException("reading " + splits + " splits at a time is not possible");
        }
        return with(new Request(
                request.columns, request.conditions, request.start, request.options, request.limit, splits));
    }

    private FileTableScan with(Request changed) {
        return new FileTableScan(parts, changed);
    }

    @Override
    public RowType rowType() {
        return version(options()).schema.rowType();
    }

    @Override
    public ScanPlan plan() {
        TableOptions options = options();
        Version version = version(options);
        RowType columns = version.schema.rowType();
        Predicate predicate = Predicate.and(request.conditions.stream()
                .map(condition -> condition.apply(columns))
                .toList());
        RowType output = output(columns);
        Plan plan = version.snapshot
                .map(snapshot -> planner(version.schema, options).plan(snapshot, predicate, request.limit))
                .orElse(Plan.NOTHING);
        var read = new SplitRead(parts, version.schema, output, predicate);
        return new FileScanPlan(parts, version.snapshot, plan, read, request.limit, request.parallelism);
    }

    private TableOptions options() {
        TableOptions options = parts.options().with(request.options);
        options.requireReadable();
        return options;
    }

    /** Where the newest version is read, with the columns that the table object knows. */
    private Version version(TableOptions options) {
        ReadStart start = request.start.orElseGet(options::readStart);
        var travel = new TimeTravel(
                parts.snapshots(), parts.tags(), parts.services().env().zone(), options.fullCompactionDeltaCommits());
        Optional<Snapshot> snapshot = travel.find(start);
        boolean travelled = snapshot.isPresent() && !(start instanceof ReadStart.Latest);
        return new Version(snapshot, travelled ? parts.schema(snapshot.get().schemaId()) : parts.schema());
    }

    private SplitPlanner planner(TableSchema schema, TableOptions options) {
        return new SplitPlanner(
                parts.manifests(),
                schema,
                parts::schema,
                SplitSettings.of(options),
                parts.services().env().zone());
    }

    private RowType output(RowType all) {
        if (request.columns.isEmpty()) {
            return all;
        }
        var fields = new ArrayList<DataField>();
        Set<String> seen = new LinkedHashSet<>();
        for (String name : request.columns.get()) {
            int position = all.indexOf(name);
            if (position < 0) {
                throw new InvalidInputException("no column '" + name + "'"
                        + NearestName.of(name, all.names())
                                .map(nearest -> "; did you mean '" + nearest + "'?")
                                .orElse("")
                        + "; the columns are " + all.names());
            }
            if (!seen.add(name)) {
                throw new InvalidInputException("column '" + name + "' is asked for twice");
            }
            fields.add(all.field(position));
        }
        return new RowType(fields, false);
    }
}
