package dev.varve.table.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.fs.Location;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class TableLayoutTest {
    private static final String UUID = "8e7b5a38-5c7a-4f3e-9f0e-0c4f6f1f2f3a";
    private final TableLayout layout = new TableLayout(Location.of("s3a://lake/shop.db/orders"));

    @Test
    void metadataHasItsPlace() {
        assertPlace(layout.schemaDirectory(), "schema");
        assertPlace(layout.schema(0), "schema/schema-0");
        assertPlace(layout.snapshotDirectory(), "snapshot");
        assertPlace(layout.snapshot(12), "snapshot/snapshot-12");
        assertPlace(layout.latestHint(), "snapshot/LATEST");
        assertPlace(layout.earliestHint(), "snapshot/EARLIEST");
        assertPlace(layout.manifest("manifest-list-" + UUID + "-0"), "manifest/manifest-list-" + UUID + "-0");
        assertPlace(layout.indexFile("index-" + UUID + "-0"), "index/index-" + UUID + "-0");
        assertPlace(layout.statisticsFile("stat-" + UUID + "-0"), "statistics/stat-" + UUID + "-0");
        assertPlace(layout.tag("v1"), "tag/tag-v1");
        assertPlace(layout.consumer("job"), "consumer/consumer-job");
        assertPlace(layout.changelog(3), "changelog/changelog-3");
        assertPlace(layout.changelogLatestHint(), "changelog/LATEST");
        assertPlace(layout.changelogEarliestHint(), "changelog/EARLIEST");
    }

    @Test
    void bucketsLieBelowTheirPartition() {
        assertPlace(layout.bucketDirectory("", 0), "bucket-0");
        assertPlace(layout.bucketDirectory("dt=2024-01-01/region=1", 15), "dt=2024-01-01/region=1/bucket-15");
        assertPlace(layout.bucketDirectory("", TableLayout.POSTPONE_BUCKET), "bucket-postpone");
        assertThatThrownBy(() -> layout.bucketDirectory("", -1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void newNamesCarryUuidAndCounter() {
        assertThat(TableLayout.newManifestName(UUID, 3)).isEqualTo("manifest-" + UUID + "-3");
        assertThat(TableLayout.newManifestListName(UUID, 0)).isEqualTo("manifest-list-" + UUID + "-0");
        assertThat(TableLayout.newIndexManifestName(UUID, 1)).isEqualTo("index-manifest-" + UUID + "-1");
        assertThat(TableLayout.newIndexFileName(UUID, 1)).isEqualTo("index-" + UUID + "-1");
        assertThat(TableLayout.newDataFileName("data-", UUID, 7, "parquet")).isEqualTo("data-" + UUID + "-7.parquet");
    }

    @Test
    void theExtensionFollowsTheLastDot() {
        assertThat(TableLayout.extension("data-x-0.parquet")).isEqualTo("parquet");
        assertThat(TableLayout.extension("data-x-0.zstd.parquet")).isEqualTo("parquet");
        assertThat(TableLayout.extension("data-x-0")).isEmpty();
    }

    @Test
    void idsAreReadFromNamesOfTheirKindOnly() {
        assertThat(TableLayout.snapshotId("snapshot-12")).isEqualTo(OptionalLong.of(12));
        assertThat(TableLayout.schemaId("schema-0")).isEqualTo(OptionalLong.of(0));
        assertThat(TableLayout.changelogId("changelog-9")).isEqualTo(OptionalLong.of(9));
        for (String other : new String[] {
            "LATEST",
            "snapshot-",
            "snapshot-1x",
            "snapshot--1",
            "snapshot-+1",
            "snapshot-007",
            "snapshot-\u0661",
            "snapshot-1.tmp",
            ".snapshot-1." + UUID + ".tmp",
            "snapshot-9223372036854775808",
            "snapshot-99999999999999999999",
            "schema-1"
        }) {
            assertThat(TableLayout.snapshotId(other)).as(other).isEmpty();
        }
        assertThat(TableLayout.snapshotId("snapshot-9223372036854775807")).isEqualTo(OptionalLong.of(Long.MAX_VALUE));
    }

    @Test
    void namesFromMetadataStayInTheirDirectory() {
        assertThatThrownBy(() -> layout.manifest("../snapshot/snapshot-1"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> layout.tag("a/b")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> layout.tag(" ")).isInstanceOf(IllegalArgumentException.class);
    }

    private void assertPlace(Location actual, String relative) {
        assertThat(actual).isEqualTo(layout.root().child(relative));
    }
}
