package dev.varve.table.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Manifests are written as their size, with {@code *} for those that delete files; a merged group stands in brackets. */
class ManifestMergePolicyTest {
    private final ManifestMergePolicy policy = new ManifestMergePolicy(new ManifestSettings(100, 3, 200));

    @Test
    void neighboursThatReachTheTargetBecomeOne() {
        assertThat(minor("60 60 10")).isEqualTo("[60 60] 10");
        assertThat(minor("20 20 20 40 10")).isEqualTo("[20 20 20 40] 10");
        assertThat(minor("99 1*")).isEqualTo("[99 1]");
    }

    @Test
    void aManifestThatIsLargeByItselfStays() {
        assertThat(minor("100 150")).isEqualTo("100 150");
        assertThat(minor("10 100")).isEqualTo("[10 100]");
    }

    @Test
    void theRestIsMergedOnlyIfItIsMany() {
        assertThat(minor("1 1")).isEqualTo("1 1");
        assertThat(minor("1 1 1")).isEqualTo("[1 1 1]");
        assertThat(minor("100 1 1")).isEqualTo("100 1 1");
        assertThat(minor("")).isEqualTo("");
        assertThat(new ManifestMergePolicy(new ManifestSettings(100, 1, 200)).minorMerge(manifests("7")))
                .containsExactly(new ManifestMergePolicy.Group(manifests("7"), false));
    }

    @Test
    void aFullMergeIsDueWhenSmallAndOutdatedManifestsAreLargeTogether() {
        assertThat(policy.fullMergeIsDue(manifests("99 99"))).isFalse();
        assertThat(policy.fullMergeIsDue(manifests("99 99 2"))).isTrue();
        assertThat(policy.fullMergeIsDue(manifests("500 500 500"))).isFalse();
        assertThat(policy.fullMergeIsDue(manifests("500* 500"))).isTrue();
    }

    private String minor(String text) {
        return policy.minorMerge(manifests(text)).stream()
                .map(group -> {
                    String sizes = group.manifests().stream()
                            .map(manifest -> Long.toString(manifest.sizeBytes()))
                            .collect(Collectors.joining(" "));
                    return group.merge() ? "[" + sizes + "]" : sizes;
                })
                .collect(Collectors.joining(" "));
    }

    private static List<ManifestFileMeta> manifests(String text) {
        List<ManifestFileMeta> manifests = new ArrayList<>();
        for (String word : text.isEmpty() ? new String[0] : text.split(" ")) {
            boolean deletes = word.endsWith("*");
            manifests.add(new ManifestFileMeta(
                    "manifest-" + manifests.size(),
                    Long.parseLong(word.replace("*", "")),
                    1,
                    deletes ? 1 : 0,
                    SimpleStats.EMPTY,
                    0,
                    OptionalInt.empty(),
                    OptionalInt.empty(),
                    OptionalInt.empty(),
                    OptionalInt.empty(),
                    OptionalLong.empty(),
                    OptionalLong.empty()));
        }
        return manifests;
    }
}
