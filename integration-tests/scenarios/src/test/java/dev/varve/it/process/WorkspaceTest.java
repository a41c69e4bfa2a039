package dev.varve.it.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkspaceTest {
    @TempDir
    private Path directory;

    @Test
    void closesInReverseOrderAndGoesOnAfterAFailure() {
        List<String> closed = new ArrayList<>();
        Workspace workspace = Workspace.create(directory, "run");
        workspace.own(() -> closed.add("first"));
        workspace.own(() -> {
            throw new IOException("stuck");
        });
        workspace.own(() -> closed.add("last"));
        assertThatThrownBy(workspace::close)
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining("stuck");
        assertThat(closed).containsExactly("last", "first");
    }

    @Test
    void processesStopAndScratchDirectoriesGo() {
        Workspace workspace = Workspace.create(directory, "run");
        Path scratch = workspace.scratch("scratch");
        Path kept = workspace.directory("kept");
        ChildProcess process = workspace.start("sleep", "log/sleep.log", List.of("sleep", "600"));
        assertThat(process.isAlive()).isTrue();
        workspace.close();
        assertThat(process.isAlive()).isFalse();
        assertThat(scratch).doesNotExist();
        assertThat(kept).exists();
    }

    @Test
    void nothingStartsOnceItIsClosed() {
        Workspace workspace = Workspace.create(directory, "run");
        workspace.close();
        assertThat(workspace.isClosing()).isTrue();
        assertThatThrownBy(() -> workspace.start("sleep", "log/sleep.log", List.of("sleep", "600")))
                .isInstanceOf(HarnessException.class);
    }

    @Test
    void twoRunsHaveDirectoriesOfTheirOwn() {
        try (Workspace one = Workspace.create(directory, "run");
                Workspace two = Workspace.create(directory, "run")) {
            assertThat(one.root()).isNotEqualTo(two.root());
        }
    }

    @Test
    void aProcessThatIgnoresSigtermIsKilledOnRequestWithItsChildren() {
        try (Workspace workspace = Workspace.create(directory, "run")) {
            ChildProcess process = workspace.start(
                    "stubborn", "log/stubborn.log", List.of("sh", "-c", "trap '' TERM; sleep 600 & wait"));
            Waiting.untilTrue(
                    "the shell's child",
                    Duration.ofSeconds(10),
                    () -> ProcessHandle.of(process.pid())
                                    .orElseThrow()
                                    .children()
                                    .count()
                            == 1,
                    process::evidence);
            ProcessHandle child = ProcessHandle.of(process.pid())
                    .orElseThrow()
                    .children()
                    .findFirst()
                    .orElseThrow();
            process.kill();
            Waiting.untilTrue(
                    "the end of the shell's child", Duration.ofSeconds(10), () -> !child.isAlive(), process::evidence);
        }
    }

    @Test
    void aFailureCarriesStateAndOutput() {
        try (Workspace workspace = Workspace.create(directory, "run")) {
            ChildProcess process =
                    workspace.start("shell", "log/shell.log", List.of("sh", "-c", "echo out; echo err >&2; exit 3"));
            assertThat(process.awaitExit(Duration.ofSeconds(10))).isEqualTo(3);
            assertThat(process.evidence())
                    .contains("shell (pid " + process.pid() + ") has ended with status 3", "out\n", "err");
        }
    }
}
