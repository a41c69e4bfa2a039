package dev.varve.table.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.fs.Location;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HadoopConfigurationTest {
    private static final Location S3 = Location.of("s3a://bucket/t");

    @Test
    void settingsOfTheUserWin() {
        Configuration configuration =
                HadoopConfiguration.of(S3, Map.of("fs.s3.impl", "x.Y", "fs.s3a.endpoint", "http://127.0.0.1:9000"));
        assertThat(configuration.get("fs.s3.impl")).isEqualTo("x.Y");
        assertThat(configuration.get("fs.s3a.endpoint")).isEqualTo("http://127.0.0.1:9000");
    }

    @Test
    void hadoopsDefaultsAreFoundUnderAnyClassLoader() {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(ClassLoader.getPlatformClassLoader());
        try {
            assertThat(HadoopCalls.call(
                            "configure",
                            S3,
                            () -> HadoopConfiguration.of(S3, Map.of()).get("hadoop.tmp.dir")))
                    .isNotNull();
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    /** Where a task's own waiting must have its turn in time. */
    @Test
    void storesAreNotTriedForLongUnlessTheUserSaysSo(@TempDir Path directory) throws Exception {
        assertThat(HadoopConfiguration.of(S3, Map.of()).getInt("fs.s3a.retry.throttle.limit", 0))
                .isEqualTo(8);
        assertThat(HadoopConfiguration.of(S3, Map.of("fs.s3a.retry.throttle.limit", "20"))
                        .getInt("fs.s3a.retry.throttle.limit", 0))
                .isEqualTo(20);
        Files.writeString(
                directory.resolve("core-site.xml"),
                "<configuration><property><name>fs.s3a.retry.limit</name><value>7</value></property></configuration>");
        Configuration fromFile = HadoopConfiguration.of(S3, Map.of("conf.dir", directory.toString()));
        assertThat(fromFile.getInt("fs.s3a.retry.limit", 0)).isEqualTo(7);
        assertThat(fromFile.getInt("fs.s3a.attempts.maximum", 0)).isEqualTo(3);
    }

    /** S3A buffers uploads through Hadoop's local file system and casts it to the one that is usual. */
    @Test
    void theLocalFileSystemOfOtherStoresIsTheUsualOne() throws Exception {
        Configuration configuration = HadoopConfiguration.of(S3, Map.of());
        configuration.setBoolean("fs.file.impl.disable.cache", true);
        assertThat(FileSystem.getLocal(configuration)).isNotNull();
        assertThat(HadoopConfiguration.of(Location.of("file:///t"), Map.of()).get("fs.file.impl"))
                .endsWith("RawLocalFileSystem");
    }
}
