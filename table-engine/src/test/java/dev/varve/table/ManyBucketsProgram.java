package dev.varve.table;

import dev.varve.table.error.Check;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.GenericRow;
import dev.varve.table.schema.TableSpec;
import dev.varve.table.snapshot.CommitResult;
import dev.varve.table.snapshot.Guard;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Writes rows over thousands of buckets in random order with little memory, reads them back, and prints what it took. Run in a
 * process of its own, whose heap is the point.
 *
 * <pre>
 *   ManyBucketsProgram DIRECTORY BUCKETS ROWS COMMITS MEMORY_BYTES
 * </pre>
 */
public final class ManyBucketsProgram {
    private final int buckets;
    private final int rows;
    private final int commits;
    private final Path spill;
    private final int[] expected;
    private final Random random = new Random(11);
    private int mostSpillFiles;

    private ManyBucketsProgram(int buckets, int rows, int commits, Path spill) {
        this.buckets = buckets;
        this.rows = rows;
        this.commits = commits;
        this.spill = spill;
        this.expected = new int[rows / 2];
    }

    /** Runs, and fails with an exception if anything is not as it must be. */
    public static void main(String[] args) throws Exception {
        Path directory = Path.of(args[0]);
        Path spill = Files.createDirectories(directory.resolve("spill"));
        EngineSettings settings = EngineSettings.defaults()
                .withMemoryBytes(Long.parseLong(args[4]))
                .withTemporaryDirectory(spill);
        var program = new ManyBucketsProgram(
                Integer.parseInt(args[1]), Integer.parseInt(args[2]), Integer.parseInt(args[3]), spill);
        try (TableEngine engine = TableEngine.start(settings)) {
            Table table = engine.create(
                    directory.resolve("table").toString(),
                    new TableSpec(
                            List.of(
                                    new DataField(0, "id", DataTypes.INT.notNull()),
                                    new DataField(1, "version", DataTypes.INT),
                                    new DataField(2, "text", DataTypes.STRING)),
                            List.of("id"),
                            List.of(),
                            Map.of("bucket", args[1], "write-only", "true"),
                            Optional.empty()));
            program.write(table);
            program.verify(table);
        }
        try (Stream<Path> left = Files.list(spill)) {
            Check.that(left.findAny().isEmpty(), "the engine has left spill files behind");
        }
        System.out.println("done");
    }

    private void write(Table table) throws Exception {
        try (TableWriter writer = table.newWriter("many-buckets")) {
            int version = 0;
            for (int commit = 0; commit < commits; commit++) {
                int spilledBefore = mostSpillFiles;
                mostSpillFiles = 0;
                for (int i = 0; i < rows / commits; i++) {
                    int id = random.nextInt(expected.length);
                    expected[id] = ++version;
                    writer.write(GenericRow.of(id, version, text(id, version)));
                    if (i % 10_000 == 0) {
                        countSpillFiles();
                    }
                }
                mostSpillFiles = Math.max(spilledBefore, mostSpillFiles);
                long start = System.nanoTime();
                TableChanges changes = writer.prepare();
                Check.that(changes.fileCount() <= buckets, "%s files for %s buckets", changes.fileCount(), buckets);
                CommitResult result = writer.commit(changes, commit, Map.of(), Guard.NONE, false);
                Check.that(result instanceof CommitResult.Committed, "%s", result);
                System.out.println("commit=" + commit + " files=" + changes.fileCount() + " prepareAndCommitMs="
                        + (System.nanoTime() - start) / 1_000_000 + " heapMiB=" + usedHeapMebibytes());
            }
        }
        System.out.println("mostSpillFiles=" + mostSpillFiles);
        Check.that(mostSpillFiles > 0, "nothing was spilled: the test tests nothing");
    }

    private static BinaryString text(int id, int version) {
        return BinaryString.of(
                "the text of row " + id + " as version " + version + " has it, and some more to fill memory");
    }

    private static long usedHeapMebibytes() {
        System.gc();
        return (Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory()) >> 20;
    }

    private void countSpillFiles() throws Exception {
        try (Stream<Path> files = Files.walk(spill)) {
            int count = (int) files.filter(file -> file.getFileName().toString().startsWith("run-"))
                    .count();
            mostSpillFiles = Math.max(mostSpillFiles, count);
        }
    }

    private void verify(Table table) {
        int found = 0;
        try (RowCursor cursor = table.scan().open()) {
            while (cursor.advance()) {
                int id = cursor.row().intAt(0);
                int version = cursor.row().intAt(1);
                Check.that(expected[id] == version, "row %s has version %s, expected %s", id, version, expected[id]);
                Check.that(cursor.row().stringAt(2).equals(text(id, version)), "text of row %s", id);
                found++;
            }
        }
        int written = 0;
        for (int version : expected) {
            written += version > 0 ? 1 : 0;
        }
        Check.that(found == written, "%s rows found, %s were written", found, written);
        System.out.println("rows=" + found);
    }
}
