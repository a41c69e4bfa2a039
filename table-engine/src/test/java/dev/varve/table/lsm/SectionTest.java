package dev.varve.table.lsm;

import static dev.varve.table.testing.FileMetas.KEY_ORDER;
import static dev.varve.table.testing.FileMetas.file;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.manifest.DataFileMeta;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SectionTest {
    private static DataFileMeta range(int min, int max) {
        return file(min + "-" + max, 0, min, max, 0, 1);
    }

    private static List<List<List<String>>> names(List<Section> sections) {
        return sections.stream()
                .map(section -> section.runs().stream()
                        .map(run -> run.stream().map(DataFileMeta::name).toList())
                        .toList())
                .toList();
    }

    @Test
    void overlappingFilesShareASection() {
        List<Section> sections = Section.partition(
                List.of(range(10, 20), range(0, 5), range(15, 30), range(21, 25), range(31, 40), range(5, 6)),
                KEY_ORDER);
        assertThat(names(sections))
                .containsExactly(
                        List.of(List.of("0-5"), List.of("5-6")),
                        List.of(List.of("10-20", "21-25"), List.of("15-30")),
                        List.of(List.of("31-40")));
        assertThat(sections.get(2).isSingleRun()).isTrue();
        assertThat(sections.get(1).isSingleRun()).isFalse();
    }

    @Test
    void nothingMakesNoSection() {
        assertThat(Section.partition(List.of(), KEY_ORDER)).isEmpty();
    }

    @Test
    void sectionsAreDisjointAndRunsAsFewAsPossible() {
        for (long seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            var files = new ArrayList<DataFileMeta>();
            int span = 1 + random.nextInt(60);
            for (int i = random.nextInt(25); i > 0; i--) {
                int min = random.nextInt(200);
                files.add(file("f" + i, random.nextInt(3), min, min + random.nextInt(span), 0, 1));
            }
            List<Section> sections = Section.partition(files, KEY_ORDER);
            int end = -1;
            var seen = new ArrayList<DataFileMeta>();
            for (Section section : sections) {
                int sectionEnd = -1;
                for (List<DataFileMeta> run : section.runs()) {
                    int runEnd = end;
                    for (DataFileMeta file : run) {
                        assertThat(file.minKey().intAt(0)).as("seed %s", seed).isGreaterThan(runEnd);
                        runEnd = file.maxKey().intAt(0);
                    }
                    sectionEnd = Math.max(sectionEnd, runEnd);
                    seen.addAll(run);
                }
                assertThat(section.runs()).as("seed %s", seed).hasSize(deepest(section.files()));
                end = sectionEnd;
            }
            assertThat(seen).containsExactlyInAnyOrderElementsOf(files);
        }
    }

    /** The largest number of files that hold one key: no fewer runs are possible. */
    private static int deepest(List<DataFileMeta> files) {
        int deepest = 0;
        for (int key = 0; key < 300; key++) {
            int at = key;
            deepest = Math.max(deepest, (int) files.stream()
                    .filter(file ->
                            file.minKey().intAt(0) <= at && at <= file.maxKey().intAt(0))
                    .count());
        }
        return deepest;
    }
}
