package dev.varve.table.compact;

import static java.util.Objects.requireNonNull;

import dev.varve.table.datafile.DataFilePaths;
import dev.varve.table.deletion.DeletionVector;
import dev.varve.table.deletion.DeletionVectorFiles;
import dev.varve.table.deletion.DeletionVectorFormat;
import dev.varve.table.deletion.VectorPlace;
import dev.varve.table.env.Env;
import dev.varve.table.fs.FileIO;
import dev.varve.table.fs.Location;
import dev.varve.table.layout.TableLayout;
import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.IndexManifestEntry;
import dev.varve.table.manifest.IndexManifestEntry.DeletionVectorRange;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The files of deletion vectors that one writer's compactions read and write. Safe for use by several threads. */
public final class VectorFiles {
    private final DataFilePaths paths;
    private final DeletionVectorFiles files;
    private final DeletionVectorFormat format;
    private final String uuid;
    private final AtomicInteger nextNumber = new AtomicInteger();

    /** @param format of the vectors that are written; those that are read tell their own */
    public VectorFiles(FileIO io, DataFilePaths paths, DeletionVectorFormat format, Env env) {
        this.paths = requireNonNull(paths, "paths is null");
        this.files = new DeletionVectorFiles(io);
        this.format = requireNonNull(format, "format is null");
        this.uuid = env.newUuid();
    }

    DeletionVector read(VectorPlace place) {
        return files.read(place);
    }

    /** @param vectors all of the bucket, by data file; none is empty */
    IndexManifestEntry write(BucketId bucket, SortedMap<String, DeletionVector> vectors) {
        String name = TableLayout.newIndexFileName(uuid, nextNumber.getAndIncrement());
        Location file = paths.indexFile(name);
        List<VectorPlace> places = files.write(file, vectors, format);
        return new IndexManifestEntry(
                bucket,
                IndexManifestEntry.DELETION_VECTORS,
                name,
                places.get(0).fileBytes(),
                places.size(),
                Optional.of(places.stream()
                        .map(place -> new DeletionVectorRange(
                                place.dataFile(), place.offset(), place.length(), place.cardinality()))
                        .toList()),
                Optional.empty());
    }
}
