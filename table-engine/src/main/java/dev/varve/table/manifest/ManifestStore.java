package dev.varve.table.manifest;

import static java.util.Objects.requireNonNull;

import dev.varve.table.avro.RecordFileWriter;
import dev.varve.table.env.Env;
import dev.varve.table.error.CorruptTableException;
import dev.varve.table.error.StorageException;
import dev.varve.table.error.UnsupportedFormatException;
import dev.varve.table.format.MetadataCache;
import dev.varve.table.fs.FileIO;
import dev.varve.table.fs.Location;
import dev.varve.table.layout.TableLayout;
import dev.varve.table.row.BinaryRow;
import dev.varve.table.schema.TableSchema;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A table's manifest lists, manifests and index manifests: files that are written once under names of their own and never change
 * (format page manifests). Reads any version of the schema's table, since the primary key and the partition columns never change.
 * Written in Avro with Zstandard, whatever {@code manifest.compression} says, since readers take every codec. Safe for use by several
 * threads.
 *
 * <p>Reading fails with {@link CorruptTableException} for damaged files and
 * {@link UnsupportedFormatException} for versions, codecs and types that this engine does not know, each
 * naming the file.
 */
public final class ManifestStore {
    private static final Logger LOG = LoggerFactory.getLogger(ManifestStore.class);

    private final FileIO io;
    private final ManifestContents contents;
    private final TableLayout layout;
    private final Env env;
    private final int partitionArity;
    private final int keyArity;
    private final PartitionStatistics partitionStatistics;
    private final long targetBytes;
    private final String uuid;
    private final AtomicInteger manifests = new AtomicInteger();
    private final AtomicInteger lists = new AtomicInteger();
    private final AtomicInteger indexManifests = new AtomicInteger();

    /** Without a cache: what is read is what the store has now. */
    public ManifestStore(FileIO io, TableLayout layout, Env env, TableSchema schema, long targetBytes) {
        this(io, layout, env, schema, targetBytes, MetadataCache.NONE);
    }

    /**
     * @param schema any schema of the table
     * @param targetBytes size at which a new manifest is begun, table option {@code manifest.target-file-size}
     * @param cache remembers what was read
     */
    public ManifestStore(
            FileIO io, TableLayout layout, Env env, TableSchema schema, long targetBytes, MetadataCache cache) {
        this.io = requireNonNull(io, "io is null");
        this.contents = new ManifestContents(io, cache);
        this.layout = requireNonNull(layout, "layout is null");
        this.env = requireNonNull(env, "env is null");
        this.partitionArity = schema.partitionKeys().size();
        this.keyArity = schema.trimmedPrimaryKeys().size();
        this.partitionStatistics = new PartitionStatistics(schema.partitionType());
        this.targetBytes = targetBytes;
        this.uuid = env.newUuid();
    }

    /**
     * The manifests that a list names, in order.
     *
     * @throws CorruptTableException also if the list is shorter than its snapshot says: cut between two blocks it would look whole
     */
    public List<ManifestFileMeta> readList(ManifestListFile list) {
        byte[] content = contents.read(layout.manifest(list.name()));
        var reader = new MetadataReader<>(ManifestListCodec.INSTANCE, list.name(), content);
        if (content.length < list.sizeBytes().orElse(0)) {
            throw reader.corrupt("it has " + content.length + " bytes where its snapshot says "
                    + list.sizeBytes().getAsLong());
        }
        List<ManifestFileMeta> found = new ArrayList<>();
        while (reader.advance()) {
            found.add(reader.decode());
        }
        return found;
    }

    /** The manifests of several lists, list by list. */
    public List<ManifestFileMeta> readLists(List<ManifestListFile> wanted) {
        List<ManifestFileMeta> found = new ArrayList<>();
        wanted.forEach(list -> found.addAll(readList(list)));
        return found;
    }

    /**
     * The entries of a manifest that pass the filter, in order.
     *
     * @throws CorruptTableException also if the manifest does not have as many entries as its list says
     */
    public List<ManifestEntry> readEntries(ManifestFileMeta manifest, EntryFilter filter) {
        ManifestCodec codec = new ManifestCodec(partitionArity, keyArity);
        return readEntries(manifest, filter, codec, open(manifest, codec));
    }

    private List<ManifestEntry> readEntries(
            ManifestFileMeta manifest, EntryFilter filter, ManifestCodec codec, MetadataReader<ManifestEntry> reader) {
        List<ManifestEntry> found = new ArrayList<>();
        long added = 0;
        long deleted = 0;
        while (reader.advance()) {
            switch (reader.read(codec::kind)) {
                case ADD -> added++;
                case DELETE -> deleted++;
            }
            BucketId bucket = reader.read(codec::bucket);
            if (filter.test(bucket, reader.read(codec::totalBuckets))) {
                found.add(reader.decode());
            }
        }
        if (added != manifest.addedFiles() || deleted != manifest.deletedFiles()) {
            throw reader.corrupt("it adds " + added + " files and deletes " + deleted + " where its list says "
                    + manifest.addedFiles() + " and " + manifest.deletedFiles());
        }
        return found;
    }

    /** All entries of a manifest in order, whatever its list says about it: for those who hold one against the other. */
    public List<ManifestEntry> readEntriesUnchecked(ManifestFileMeta manifest) {
        MetadataReader<ManifestEntry> reader = open(manifest, new ManifestCodec(partitionArity, keyArity));
        List<ManifestEntry> found = new ArrayList<>();
        while (reader.advance()) {
            found.add(reader.decode());
        }
        return found;
    }

    private MetadataReader<ManifestEntry> open(ManifestFileMeta manifest, ManifestCodec codec) {
        return new MetadataReader<>(codec, manifest.name(), contents.read(layout.manifest(manifest.name())));
    }

    /**
     * All entries of a manifest that is to be rewritten.
     *
     * @throws RewriteLosesFieldsException if a newer writer put something there that we would drop
     */
    List<ManifestEntry> readForRewrite(ManifestFileMeta manifest) throws RewriteLosesFieldsException {
        ManifestCodec codec = new ManifestCodec(partitionArity, keyArity);
        MetadataReader<ManifestEntry> reader = open(manifest, codec);
        if (reader.holdsUnknownFields()) {
            throw new RewriteLosesFieldsException(manifest.name());
        }
        return readEntries(manifest, EntryFilter.ALL, codec, reader);
    }

    /**
     * The files that are live after all the given lists, oldest list first: for a snapshot its base list, then its delta list.
     *
     * @return ADD entries in the order in which the files came
     * @throws CorruptTableException also if a file is added twice, or deleted without having been added
     */
    public List<ManifestEntry> liveFiles(List<ManifestListFile> snapshotLists, EntryFilter filter) {
        return liveFiles(readLists(snapshotLists), filter, manifest -> readEntries(manifest, filter));
    }

    /**
     * The same for manifests whose lists are read already.
     *
     * @param manifests all manifests of a snapshot: those of its base list, then those of its delta list
     * @param reader reads the entries of a manifest that pass the filter; a place for remembering them
     */
    public List<ManifestEntry> liveFiles(
            List<ManifestFileMeta> manifests,
            EntryFilter filter,
            Function<ManifestFileMeta, List<ManifestEntry>> reader) {
        EntryMerger merger = new EntryMerger();
        for (ManifestFileMeta manifest : manifests) {
            if (filter.mayMatch(manifest)) {
                for (ManifestEntry entry : reader.apply(manifest)) {
                    if (!merger.apply(entry)) {
                        throw new CorruptTableException("manifest " + layout.manifest(manifest.name()) + " adds file "
                                + entry.describe() + ", which is already there");
                    }
                }
            }
        }
        List<ManifestEntry> dangling = merger.unmatchedDeletes();
        if (!dangling.isEmpty()) {
            throw new CorruptTableException("manifests of table " + layout.root()
                    + " delete files that were never added: "
                    + dangling.stream().limit(10).map(ManifestEntry::describe).toList());
        }
        return merger.added();
    }

    /** The complete list of index files, by the name in the snapshot. */
    public List<IndexManifestEntry> readIndexManifest(String name) {
        var reader = new MetadataReader<>(
                new IndexManifestCodec(partitionArity), name, contents.read(layout.manifest(name)));
        List<IndexManifestEntry> found = new ArrayList<>();
        while (reader.advance()) {
            found.add(reader.decode());
        }
        return found;
    }

    /**
     * The deletion vectors of a snapshot, of the buckets that have any.
     *
     * @param indexManifest the name in the snapshot
     */
    public Map<BucketId, BucketVectors> readDeletionVectors(Optional<String> indexManifest) {
        Map<BucketId, BucketVectors> vectors = new HashMap<>();
        for (IndexManifestEntry entry :
                indexManifest.map(this::readIndexManifest).orElse(List.of())) {
            if (entry.type().equals(IndexManifestEntry.DELETION_VECTORS)) {
                vectors.put(entry.bucket(), BucketVectors.of(entry, layout));
            }
        }
        return vectors;
    }

    /**
     * The same for a list that is to be written anew.
     *
     * @throws UnsupportedFormatException if a newer writer put something there that we would drop
     */
    public List<IndexManifestEntry> readIndexManifestForRewrite(String name) {
        var reader = new MetadataReader<>(
                new IndexManifestCodec(partitionArity), name, contents.read(layout.manifest(name)));
        if (reader.holdsUnknownFields()) {
            throw new UnsupportedFormatException("index manifest " + layout.manifest(name)
                    + " has fields that this engine does not know; it cannot be changed without losing them");
        }
        return readIndexManifest(name);
    }

    /** Writes a complete list of index files and returns its name. */
    public String writeIndexManifest(List<IndexManifestEntry> entries) {
        String name = TableLayout.newIndexManifestName(uuid, indexManifests.getAndIncrement());
        var codec = new IndexManifestCodec(partitionArity);
        RecordFileWriter<IndexManifestEntry> writer =
                new RecordFileWriter<>(io, layout.manifest(name), codec.schema(), codec, env);
        try {
            entries.forEach(writer::write);
            writer.finish();
            return name;
        } catch (RuntimeException e) {
            writer.abort(e);
            throw e;
        }
    }

    /** Deletes an index manifest that no snapshot names, as well as the store allows. */
    public void deleteIndexManifest(String unreferenced) {
        delete(unreferenced);
    }

    /** A filter for whole partitions. */
    public EntryFilter partitions(Set<BinaryRow> partitions) {
        return new PartitionFilter(Set.copyOf(partitions), partitionStatistics);
    }

    /** A filter for single buckets. */
    public EntryFilter buckets(Set<BucketId> buckets) {
        return new BucketFilter(Set.copyOf(buckets), partitionStatistics);
    }

    /** Writes entries in order; no entries make no manifest. What was written is removed if writing fails. */
    public List<ManifestFileMeta> writeEntries(List<ManifestEntry> entries) {
        RollingManifestWriter writer = newWriter();
        try {
            entries.forEach(writer::write);
            return writer.finish();
        } catch (RuntimeException e) {
            deleteManifests(writer.abort(e));
            throw e;
        }
    }

    RollingManifestWriter newWriter() {
        return new RollingManifestWriter(this::newFile, targetBytes);
    }

    private ManifestWriter newFile() {
        String name = TableLayout.newManifestName(uuid, manifests.getAndIncrement());
        ManifestCodec codec = new ManifestCodec(partitionArity, keyArity);
        Location location = layout.manifest(name);
        return new ManifestWriter(
                name, new RecordFileWriter<>(io, location, codec.schema(), codec, env), partitionStatistics);
    }

    /** Writes a list, which may name no manifest at all. */
    public ManifestListFile writeList(List<ManifestFileMeta> manifestsInOrder) {
        String name = TableLayout.newManifestListName(uuid, lists.getAndIncrement());
        ManifestListCodec codec = ManifestListCodec.INSTANCE;
        RecordFileWriter<ManifestFileMeta> writer =
                new RecordFileWriter<>(io, layout.manifest(name), codec.schema(), codec, env);
        try {
            manifestsInOrder.forEach(writer::write);
            return new ManifestListFile(name, OptionalLong.of(writer.finish()));
        } catch (RuntimeException e) {
            writer.abort(e);
            throw e;
        }
    }

    /** Deletes manifests that no snapshot names, as well as the store allows. */
    public void deleteManifests(Collection<ManifestFileMeta> unreferenced) {
        unreferenced.forEach(manifest -> delete(manifest.name()));
    }

    /** Deletes a list that no snapshot names, as well as the store allows. */
    public void deleteList(ManifestListFile unreferenced) {
        delete(unreferenced.name());
    }

    private void delete(String name) {
        try {
            io.delete(layout.manifest(name));
        } catch (StorageException e) {
            LOG.warn("an unreferenced metadata file stays behind: path={}", layout.manifest(name), e);
        }
    }
}
