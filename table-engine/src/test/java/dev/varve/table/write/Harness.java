package dev.varve.table.write;

import dev.varve.table.compact.CompactionExecutor;
import dev.varve.table.datafile.DataFilePaths;
import dev.varve.table.datafile.DataFileReaders;
import dev.varve.table.datafile.KeyValueLayout;
import dev.varve.table.error.Check;
import dev.varve.table.fs.FileIO;
import dev.varve.table.fs.Location;
import dev.varve.table.layout.PartitionPath;
import dev.varve.table.layout.TableLayout;
import dev.varve.table.lsm.Levels;
import dev.varve.table.lsm.Section;
import dev.varve.table.lsm.SectionReader;
import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.manifest.FileChanges;
import dev.varve.table.memtable.MemoryBudget;
import dev.varve.table.memtable.SpillDirectory;
import dev.varve.table.merge.MergeRules;
import dev.varve.table.option.TableOptions;
import dev.varve.table.row.BinaryRow;
import dev.varve.table.row.GenericRow;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.testing.ManualEnv;
import dev.varve.table.testing.MemoryFileIO;
import dev.varve.table.type.DataField;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Predicate;

/** A table without snapshots: committed changes are live at once, and live files can be read back. */
final class Harness implements BucketFiles {
    final MemoryFileIO io = new MemoryFileIO();
    final ManualEnv env = ManualEnv.create();
    final Map<Long, TableSchema> schemas = new HashMap<>();
    final Map<BucketId, Map<String, DataFileMeta>> live = new LinkedHashMap<>();
    final Map<BinaryRow, Integer> totals = new HashMap<>();
    TableSchema schema;
    TableOptions options;
    MemoryBudget budget = new MemoryBudget(64L << 20);
    Optional<SpillDirectory> spill = Optional.empty();
    Executor executor = Runnable::run;
    Executor compactionThreads = Runnable::run;
    Predicate<BucketId> owns = bucket -> true;
    final Set<BucketId> changed = new LinkedHashSet<>();
    int refreshes;
    int lookups;

    Harness(List<DataField> fields, List<String> primaryKeys, List<String> partitionKeys, Map<String, String> options) {
        var all = new HashMap<>(Map.of("bucket", "1"));
        all.putAll(options);
        evolve(new TableSchema(3, 0, fields, highest(fields), partitionKeys, primaryKeys, all, Optional.empty(), 0));
    }

    private static int highest(List<DataField> fields) {
        return fields.stream().mapToInt(DataField::id).max().orElse(0);
    }

    /** The schema of writers and reads from now on. */
    void evolve(TableSchema newSchema) {
        schema = newSchema;
        schemas.put(newSchema.id(), newSchema);
        options = TableOptions.of(newSchema.options(), newSchema.version());
    }

    void evolve(List<DataField> fields) {
        evolve(new TableSchema(
                3,
                schema.id() + 1,
                fields,
                Math.max(schema.highestFieldId(), highest(fields)),
                schema.partitionKeys(),
                schema.primaryKeys(),
                schema.options(),
                Optional.empty(),
                0));
    }

    DataFilePaths paths() {
        return new DataFilePaths(
                new TableLayout(Location.of("memory://table")),
                new PartitionPath(
                        schema.partitionType(),
                        options.legacyPartitionNames(),
                        options.defaultPartitionName(),
                        env.zone()));
    }

    TableWrite open() {
        return open(io);
    }

    TableWrite open(FileIO store) {
        return new TableWrite(new WriteContext(
                store,
                paths(),
                schema,
                options,
                schemas::get,
                this,
                budget,
                spill,
                executor,
                2,
                new CompactionRole("t", new CompactionExecutor(compactionThreads, 1, env), owns),
                env));
    }

    @Override
    public List<DataFileMeta> liveFiles(BucketId bucket) {
        lookups++;
        return files(bucket);
    }

    List<DataFileMeta> files(BucketId bucket) {
        return List.copyOf(live.getOrDefault(bucket, Map.of()).values());
    }

    List<DataFileMeta> files() {
        return live.values().stream().flatMap(files -> files.values().stream()).toList();
    }

    Levels levels(BucketId bucket) {
        return Levels.of(files(bucket), layout().keyOrder(), options.numLevels());
    }

    @Override
    public OptionalInt totalBuckets(BinaryRow partition) {
        Integer total = totals.get(partition);
        return total == null ? OptionalInt.empty() : OptionalInt.of(total);
    }

    @Override
    public Set<BucketId> takeChanged() {
        Set<BucketId> taken = Set.copyOf(changed);
        changed.clear();
        return taken;
    }

    @Override
    public void refresh() {
        refreshes++;
    }

    /** Makes changes live, and checks that they fit what is. */
    void commit(FileChanges changes) {
        for (FileChanges.Append append : changes.appends()) {
            totals.put(append.bucket().partition(), append.totalBuckets());
            replace(append.bucket(), List.of(), append.files());
        }
        for (FileChanges.Compaction compaction : changes.compactions()) {
            replace(compaction.bucket(), compaction.before(), compaction.after());
        }
        live.keySet().forEach(this::levels);
    }

    private void replace(BucketId bucket, List<DataFileMeta> before, List<DataFileMeta> after) {
        changed.add(bucket);
        Map<String, DataFileMeta> files = live.computeIfAbsent(bucket, id -> new LinkedHashMap<>());
        for (DataFileMeta file : before) {
            DataFileMeta gone = files.remove(file.name());
            Check.that(file.equals(gone), "%s is not live as it was: %s", file.name(), gone);
        }
        for (DataFileMeta file : after) {
            Check.that(files.put(file.name(), file) == null, "%s is live twice", file.name());
            Check.that(io.find(paths().file(bucket, file)).isPresent(), "%s does not exist", file.name());
        }
    }

    KeyValueLayout layout() {
        return KeyValueLayout.of(schema.rowType(), schema.trimmedPrimaryKeys());
    }

    /** All rows, bucket by bucket in key order. */
    List<GenericRow> read() {
        var rows = new ArrayList<GenericRow>();
        DataFileReaders readers = new DataFileReaders(io, paths(), schemas::get, layout(), env.zone());
        MergeRules rules = MergeRules.of(schema, options);
        for (BucketId bucket : live.keySet()) {
            var merge = new SectionReader.Merge(
                    layout(), rules.order(), file -> readers.open(bucket, file), rules.function());
            List<Section> sections = Section.partition(files(bucket), layout().keyOrder());
            try (SectionReader reader = SectionReader.open(sections, merge, true)) {
                while (reader.advance()) {
                    rows.add(GenericRow.copyOf(reader.current().value(), schema.rowType()));
                }
            }
        }
        return rows;
    }

    /** Files in the store that no live file accounts for. */
    List<String> orphans() {
        var names = new ArrayList<String>();
        io.files().forEach(file -> names.add(file.name()));
        files().forEach(file -> names.remove(file.name()));
        return names;
    }
}
