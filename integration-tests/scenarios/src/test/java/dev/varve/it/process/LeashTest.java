package dev.varve.it.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LeashTest {
    /** Runs for ever. */
    public static final class Endless {
        private Endless() {}

        public static void main(String[] args) throws InterruptedException {
            System.out.println(args[0]);
            Thread.sleep(Long.MAX_VALUE);
        }
    }

    /** Fails. */
    public static final class Failing {
        private Failing() {}

        public static void main(String[] args) {
            throw new IllegalStateException("on purpose");
        }
    }

    @Test
    void theProgramRunsUntilTheParentsEndOfThePipeCloses() throws Exception {
        Process process = start(Endless.class, "ready");
        assertThat(process.inputReader().readLine()).isEqualTo("ready");
        assertThat(process.isAlive()).isTrue();
        process.getOutputStream().close();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(137);
    }

    @Test
    void aProgramThatFailsEndsTheJvm() throws Exception {
        Process process = start(Failing.class, "x");
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(1);
    }

    private static Process start(Class<?> program, String argument) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Leash.class.getName(),
                        program.getName(),
                        argument)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }
}
