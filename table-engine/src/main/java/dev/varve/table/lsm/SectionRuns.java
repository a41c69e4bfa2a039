package dev.varve.table.lsm;

import dev.varve.table.datafile.KeyValueLayout;
import dev.varve.table.error.StorageException;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.memtable.SpillWriter;
import dev.varve.table.memtable.SpilledRun;
import dev.varve.table.merge.KeyValueReader;
import dev.varve.table.row.KeyValue;
import dev.varve.table.row.RowSerializer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens the runs of one section, no more from data files than {@link OpenRuns} allows. */
final class SectionRuns {
    private static final Logger LOG = LoggerFactory.getLogger(SectionRuns.class);

    private final KeyValueLayout layout;
    private final FileReaders files;
    private final OpenRuns limit;

    SectionRuns(KeyValueLayout layout, FileReaders files, OpenRuns limit) {
        this.layout = layout;
        this.files = files;
        this.limit = limit;
    }

    /** One reader a run; runs that turn out empty while they are copied may be missing. The caller closes the readers. */
    List<KeyValueReader> open(List<List<DataFileMeta>> runs) {
        OpenRuns.Disk disk =
                limit.surplus(runs.size()) == 0 ? null : limit.disk().orElse(null);
        if (disk == null) {
            return openAll(runs);
        }
        List<List<DataFileMeta>> bySize = byLevel(runs);
        int surplus = limit.surplus(bySize.size());
        bySize.sort(Comparator.comparingLong(SectionRuns::sizeOf));
        List<KeyValueReader> readers = new ArrayList<>();
        try {
            readers.addAll(copy(bySize.subList(0, surplus), disk));
        } catch (StorageException e) {
            if (disk.directory().isAvailable()) {
                throw e;
            }
            LOG.warn("a merge of {} runs reads all data files at once: {}", runs.size(), e.getMessage());
            return openAll(runs);
        }
        readers.addAll(openAll(bySize.subList(surplus, runs.size())));
        return readers;
    }

    /** Runs that have files of one level each, so that it is known of a copy where its versions come from. */
    private static List<List<DataFileMeta>> byLevel(List<List<DataFileMeta>> runs) {
        List<List<DataFileMeta>> split = new ArrayList<>();
        for (List<DataFileMeta> run : runs) {
            Map<Integer, List<DataFileMeta>> levels = new TreeMap<>();
            run.forEach(file -> levels.computeIfAbsent(file.level(), level -> new ArrayList<>())
                    .add(file));
            split.addAll(levels.values());
        }
        return split;
    }

    private static long sizeOf(List<DataFileMeta> run) {
        return run.stream().mapToLong(DataFileMeta::sizeBytes).sum();
    }

    private List<KeyValueReader> openAll(List<List<DataFileMeta>> runs) {
        return runs.stream().map(this::open).toList();
    }

    /** Files are opened one after another, the first when it is read. */
    private KeyValueReader open(Iterable<DataFileMeta> run) {
        List<Supplier<KeyValueReader>> parts = new ArrayList<>();
        run.forEach(file -> parts.add(() -> files.open(file)));
        return new ConcatenatedReader(parts);
    }

    private List<KeyValueReader> copy(List<List<DataFileMeta>> runs, OpenRuns.Disk disk) {
        List<SpilledRun> copies = new ArrayList<>();
        List<Integer> levels = new ArrayList<>();
        RowSerializer serializer = new RowSerializer(layout.valueType());
        try (SpillWriter writer = new SpillWriter(disk.directory(), disk.settings(), new AtomicLong())) {
            for (List<DataFileMeta> run : runs) {
                boolean empty = true;
                try (KeyValueReader versions = open(run)) {
                    while (versions.advance()) {
                        KeyValue version = versions.current();
                        writer.add(version.sequence(), serializer.lend(version.value(), version.kind()));
                        empty = false;
                    }
                }
                if (!empty) {
                    copies.add(writer.endRun());
                    levels.add(run.get(0).level());
                }
            }
            if (copies.isEmpty()) {
                return List.of();
            }
            writer.finish();
        }
        List<KeyValueReader> readers = new ArrayList<>();
        for (int i = 0; i < copies.size(); i++) {
            readers.add(new CopiedRun(copies.get(i), layout, levels.get(i)));
        }
        return readers;
    }

    /** A copy that is gone when its reader is closed. */
    private static final class CopiedRun implements KeyValueReader {
        private final SpilledRun run;
        private final KeyValueReader versions;
        private final int level;
        private boolean closed;

        CopiedRun(SpilledRun run, KeyValueLayout layout, int level) {
            this.run = run;
            this.level = level;
            this.versions = run.open(layout);
        }

        @Override
        public boolean advance() {
            return versions.advance();
        }

        @Override
        public KeyValue current() {
            return versions.current().onLevel(level);
        }

        @Override
        public void close() {
            if (closed) {
                return;
            }
            closed = true;
            try {
                versions.close();
            } finally {
                run.release();
            }
        }
    }
}
