package dev.varve.table.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.ManifestEntry;
import dev.varve.table.manifest.ManifestEntry.Kind;
import dev.varve.table.row.BinaryRow;
import dev.varve.table.testing.FileMetas;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Entries are written {@code <bucket>:<name>@<level>[<smallest key>..<largest key>]}, with {@code /<total buckets>} unless it is 4,
 * and a minus before deletions.
 */
class ConflictCheckTest {
    private final ConflictCheck check = new ConflictCheck(FileMetas.KEY_ORDER);

    @Test
    void newFilesBesideOthersAreFine() {
        assertThat(find("0:a@0[1..9]", "0:b@0[1..9] 1:c@0[1..9]")).isEmpty();
        assertThat(find("", "0:a@0[1..9]")).isEmpty();
        assertThat(find("0:a@0[1..9]", "")).isEmpty();
    }

    @Test
    void whatIsLiveCanBeReplacedOnce() {
        assertThat(find("0:a@0[1..9]", "-0:a@0[1..9] 0:b@5[1..9]")).isEmpty();
        assertThat(find("0:a@0[1..9]", "-0:a@0[1..9] -0:a@0[1..9] 0:b@5[1..9]")).contains("not live any more");
        assertThat(find("0:b@0[1..9]", "-0:a@0[1..9] 0:c@5[1..9]")).contains("not live any more");
        assertThat(find("1:a@0[1..9]", "-0:a@0[1..9] 0:c@5[1..9]")).contains("not live any more");
        assertThat(find("0:a@4[1..9]", "-0:a@0[1..9] 0:c@5[1..9]")).contains("not live any more");
    }

    @Test
    void aFileMovesToAnotherLevel() {
        assertThat(find("0:a@0[1..9]", "-0:a@0[1..9] 0:a@5[1..9]")).isEmpty();
        assertThat(check.find(entries("0:a@5[1..9]"), entries("-0:a@0[1..9] 0:a@5[1..9]"))
                        .orElseThrow()
                        .outputIsLive())
                .isTrue();
    }

    @Test
    void nothingIsAddedTwice() {
        Conflict live =
                check.find(entries("0:a@0[1..9]"), entries("0:a@0[1..9]")).orElseThrow();
        assertThat(live.reason()).contains("it is there already");
        assertThat(live.outputIsLive()).isTrue();
        Conflict twice =
                check.find(List.of(), entries("0:a@0[1..9] 0:a@0[1..9]")).orElseThrow();
        assertThat(twice.outputIsLive()).isFalse();
    }

    @Test
    void filesOfALevelAreDisjoint() {
        assertThat(find("0:a@5[1..3] 0:c@5[7..9]", "0:b@5[4..6]")).isEmpty();
        assertThat(find("0:a@5[1..3] 0:c@5[7..9]", "0:b@5[3..6]")).contains("overlap");
        assertThat(find("0:a@5[1..3] 0:c@5[7..9]", "0:b@5[4..7]")).contains("overlap");
        assertThat(find("0:a@5[1..3] 0:c@5[7..9]", "0:b@5[8..8]")).contains("overlap");
        assertThat(find("0:a@5[1..3]", "0:b@4[1..3] 1:c@5[1..3] 0:d@0[1..3]")).isEmpty();
        assertThat(find("", "0:a@1[1..3] 0:b@1[2..4]")).contains("overlap");
        assertThat(find("0:a@5[1..9]", "-0:a@5[1..9] 0:b@5[2..8]")).isEmpty();
    }

    @Test
    void filesOfAPartitionBelongToOneNumberOfBuckets() {
        assertThat(find("0:a@0[1..3]/8", "1:b@0[1..3]")).contains("4 buckets");
        assertThat(find("", "0:a@0[1..3]/8 1:b@0[1..3]")).contains("4 buckets");
        assertThat(find("0:a@0[1..3]/-2", "1:b@0[1..3]")).isEmpty();
        BucketId elsewhere = new BucketId(FileMetas.key(1), 0);
        assertThat(check.find(
                        List.of(new ManifestEntry(Kind.ADD, elsewhere, 8, FileMetas.file("x", 0, 1, 2, 0, 0))),
                        entries("0:a@0[1..3]")))
                .isEmpty();
    }

    private String find(String live, String delta) {
        Optional<Conflict> conflict = check.find(entries(live), entries(delta));
        return conflict.map(Conflict::reason).orElse("");
    }

    private static List<ManifestEntry> entries(String text) {
        List<ManifestEntry> entries = new ArrayList<>();
        for (String word : text.isEmpty() ? new String[0] : text.split(" ")) {
            Kind kind = word.startsWith("-") ? Kind.DELETE : Kind.ADD;
            String[] parts = word.replaceFirst("^-", "").split("[:@\\[\\]]|\\.\\.|/");
            int total = parts.length > 6 ? Integer.parseInt(parts[6]) : 4;
            entries.add(new ManifestEntry(
                    kind,
                    new BucketId(BinaryRow.EMPTY, Integer.parseInt(parts[0])),
                    total,
                    FileMetas.file(
                            parts[1],
                            Integer.parseInt(parts[2]),
                            Integer.parseInt(parts[3]),
                            Integer.parseInt(parts[4]),
                            0,
                            9)));
        }
        return entries;
    }
}
