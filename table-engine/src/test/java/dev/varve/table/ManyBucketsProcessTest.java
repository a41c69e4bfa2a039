package dev.varve.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Thousands of buckets in a small heap, see {@link ManyBucketsProgram}. With {@code -Dmany-buckets.full=true} 5,000 buckets and a
 * million rows in 256 MiB, otherwise a tenth of that in 64 MiB.
 */
class ManyBucketsProcessTest {
    @TempDir
    Path directory;

    @Test
    void everyDirtyBucketGivesOneFileACommitInASmallHeap() throws Exception {
        boolean full = Boolean.getBoolean("many-buckets.full");
        Path output = directory.resolve("output");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        full ? "-Xmx256m" : "-Xmx64m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        ManyBucketsProgram.class.getName(),
                        Files.createDirectory(directory.resolve("work")).toString(),
                        full ? "5000" : "500",
                        full ? "1000000" : "100000",
                        "2",
                        full ? "25165824" : "2097152")
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
        List<String> lines = Files.readAllLines(output, StandardCharsets.UTF_8);
        assertThat(lines).as("exit code %s", process.exitValue()).contains("done");
        assertThat(process.exitValue()).isZero();
    }
}
