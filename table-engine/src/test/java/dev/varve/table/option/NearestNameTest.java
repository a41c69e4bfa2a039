package dev.varve.table.option;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestNameTest {
    private static final List<String> NAMES = List.of("bucket", "bucket-key", "branch", "write-only");

    @Test
    void findsTheNearest() {
        assertThat(NearestName.of("bukcet", NAMES)).contains("bucket");
        assertThat(NearestName.of("bucket_key", NAMES)).contains("bucket-key");
        assertThat(NearestName.of("writeonly", NAMES)).contains("write-only");
        assertThat(NearestName.of("bucket", NAMES)).contains("bucket");
    }

    @Test
    void findsNothingThatIsFar() {
        assertThat(NearestName.of("owner", NAMES)).isEmpty();
        assertThat(NearestName.of("x", List.of())).isEmpty();
    }

    @Test
    void prefersTheFirstOfEquallyNearNames() {
        assertThat(NearestName.of("axc", List.of("abc", "aac", "adc"))).contains("aac");
    }
}
