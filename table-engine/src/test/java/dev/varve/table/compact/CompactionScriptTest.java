package dev.varve.table.compact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The cases in {@code testdata/compact}; {@code -Dtestdata.rewrite=true} writes the answers as they are now, for review. */
class CompactionScriptTest {
    private static final Path SCRIPTS = Path.of("src/test/resources/testdata/compact");

    @TestFactory
    Stream<DynamicTest> policiesPickWhatTheScriptsSay() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        try (Stream<Path> scripts = Files.list(SCRIPTS)) {
            for (Path script : scripts.sorted().toList()) {
                tests.addAll(tests(script));
            }
        }
        assertThat(tests).hasSizeGreaterThan(40);
        return tests.stream();
    }

    private static List<DynamicTest> tests(Path script) throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        List<String> rewritten = new ArrayList<>();
        List<String> lines = Files.readAllLines(script);
        for (int i = 0; i < lines.size(); i++) {
            rewritten.add(lines.get(i));
            if (lines.get(i).isBlank() || lines.get(i).startsWith("#")) {
                continue;
            }
            String command = lines.get(i);
            String runs = lines.get(i + 1);
            String expected = lines.get(i + 3);
            String answer = CompactionScript.answer(command, runs);
            rewritten.addAll(List.of(runs, lines.get(i + 2), answer));
            tests.add(dynamicTest(
                    script.getFileName() + ":" + (i + 1) + " " + command,
                    () -> assertThat(answer).isEqualTo(expected)));
            i += 3;
        }
        if (Boolean.getBoolean("testdata.rewrite")) {
            Files.write(script, rewritten);
        }
        return tests;
    }
}
