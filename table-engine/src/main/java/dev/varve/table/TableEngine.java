package dev.varve.table;

import static java.util.Objects.requireNonNull;

import dev.varve.table.compact.CompactionExecutor;
import dev.varve.table.error.InvalidInputException;
import dev.varve.table.format.MetadataCache;
import dev.varve.table.fs.Location;
import dev.varve.table.memtable.MemoryBudget;
import dev.varve.table.memtable.SpillDirectory;
import dev.varve.table.schema.TableSpec;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Start here: opens tables and warehouses, which share one memory budget, one set of I/O and compaction threads and one connection to each
 * store. Close the writers and cursors first, then the engine. Safe for use by several threads.
 */
public final class TableEngine implements AutoCloseable {
    /** Work that waits for a thread; when it is full, callers do their work themselves. */
    private static final int QUEUED_WORK = 1024;

    private static final long MOST_METADATA_BYTES = 64L << 20;

    private static final AtomicInteger ENGINES = new AtomicInteger();

    private final Stores stores;
    private final SpillDirectory spill;
    private final ExecutorService executor;
    private final ExecutorService compactionThreads;
    private final CompactionExecutor compactions;
    private final EngineServices services;

    private TableEngine(EngineSettings settings) {
        stores = new Stores(settings.storeSettings(), settings.env());
        int engine = ENGINES.incrementAndGet();
        executor = newExecutor("varve-io-" + engine + "-", settings.ioThreads());
        compactionThreads = newExecutor("varve-compaction-" + engine + "-", settings.compactionThreads());
        compactions = new CompactionExecutor(compactionThreads, settings.compactionThreads(), settings.env());
        spill = SpillDirectory.in(settings.temporaryDirectory(), settings.env());
        services = new EngineServices(
                settings.env(),
                new MemoryBudget(settings.memoryBytes()),
                Optional.of(spill),
                executor,
                settings.ioThreads(),
                compactions,
                new MetadataCache(metadataBytes()));
    }

    /** A small share of the heap: footers and page indexes of some thousand data files fit into the usual one. */
    private static long metadataBytes() {
        return Math.min(MOST_METADATA_BYTES, Runtime.getRuntime().maxMemory() / 16);
    }

    public static TableEngine start(EngineSettings settings) {
        return new TableEngine(requireNonNull(settings, "settings is null"));
    }

    private static ExecutorService newExecutor(String prefix, int threads) {
        var numbers = new AtomicInteger();
        ThreadFactory factory = work -> {
            Thread thread = new Thread(work, prefix + numbers.incrementAndGet());
            thread.setDaemon(true);
            // Libraries look for their parts through this loader; a worker's own would not find them in our plugin.
            thread.setContextClassLoader(TableEngine.class.getClassLoader());
            return thread;
        };
        var pool = new ThreadPoolExecutor(
                threads, threads, 30, TimeUnit.SECONDS, new LinkedBlockingQueue<>(QUEUED_WORK), factory);
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /** The warehouse at a path or URI; it need not exist yet. */
    public Warehouse warehouse(String location) {
        Location root = Location.of(location);
        return new DirectoryWarehouse(root, stores.open(root), services);
    }

    /**
     * The table at a path or URI.
     *
     * @throws InvalidInputException if there is none
     * @throws dev.varve.table.error.UnsupportedFormatException if it uses features that this engine does not read
     */
    public Table open(String location) {
        Location root = Location.of(location);
        return FileTable.find(root, stores.open(root), services)
                .orElseThrow(() -> new InvalidInputException(
                        "no table at " + location + ": there is no schema file in " + root.child("schema")));
    }

    /** Creates a table at a path or URI, or opens it if somebody else has just created it. */
    public Table create(String location, TableSpec spec) {
        Location root = Location.of(location);
        return FileTable.create(root, stores.open(root), services, spec);
    }

    @Override
    public void close() {
        compactions.close();
        compactionThreads.shutdownNow();
        executor.shutdownNow();
        spill.close();
        stores.close();
    }
}
