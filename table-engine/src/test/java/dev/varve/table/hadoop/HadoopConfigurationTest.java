package dev.varve.table.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.fs.Location;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Test;

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
