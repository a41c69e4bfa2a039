package dev.varve.table.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EntryMergerTest {
    private final RandomEntries random = new RandomEntries(1);
    private final EntryMerger merger = new EntryMerger();

    @Test
    void aDeleteTakesAwayItsAdd() {
        ManifestEntry a = random.add("a", 0);
        ManifestEntry b = random.add("b", 0);
        assertThat(merger.apply(a)).isTrue();
        assertThat(merger.apply(b)).isTrue();
        assertThat(merger.apply(RandomEntries.delete(a))).isTrue();
        assertThat(merger.added()).containsExactly(b);
        assertThat(merger.unmatchedDeletes()).isEmpty();
    }

    @Test
    void aDeleteWithoutItsAddStays() {
        ManifestEntry delete = RandomEntries.delete(random.add("a", 0));
        assertThat(merger.apply(delete)).isTrue();
        assertThat(merger.entries()).containsExactly(delete);
        assertThat(merger.unmatchedDeletes()).containsExactly(delete);
        assertThat(merger.added()).isEmpty();
    }

    @Test
    void aFileIsAddedOnce() {
        ManifestEntry a = random.add("a", 0);
        assertThat(merger.apply(a)).isTrue();
        assertThat(merger.apply(a)).isFalse();
        assertThat(merger.added()).containsExactly(a);
    }

    @Test
    void aSecondDeleteOfTheSameFileStays() {
        ManifestEntry a = random.add("a", 0);
        merger.apply(a);
        merger.apply(RandomEntries.delete(a));
        merger.apply(RandomEntries.delete(a));
        assertThat(merger.unmatchedDeletes()).containsExactly(RandomEntries.delete(a));
    }

    @Test
    void theLevelIsPartOfWhatAFileIs() {
        ManifestEntry low = random.add("a", 0);
        ManifestEntry high = new ManifestEntry(
                low.kind(), low.bucket(), low.totalBuckets(), low.file().atLevel(5));
        merger.apply(low);
        merger.apply(RandomEntries.delete(low));
        merger.apply(high);
        assertThat(merger.added()).containsExactly(high);
    }

    @Test
    void filesOfOneNameInTwoBucketsAreTwo() {
        ManifestEntry a = random.add("a", 0);
        BucketId other = new BucketId(a.bucket().partition(), a.bucket().bucket() + 1);
        merger.apply(a);
        assertThat(merger.apply(new ManifestEntry(a.kind(), other, 4, a.file())))
                .isTrue();
        assertThat(merger.added()).hasSize(2);
    }
}
