package dev.varve.it.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Programs of the operating system that may be there. */
public final class Programs {
    private static final Duration PROBE_LIMIT = Duration.ofSeconds(10);

    private Programs() {}

    /** The program's file, sought where a shell would and in the directories for administrators. */
    public static Optional<Path> find(String name) {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("") + ":/usr/bin:/bin:/usr/sbin:/sbin";
        return Arrays.stream(path.split(File.pathSeparator))
                .filter(directory -> !directory.isEmpty())
                .map(directory -> Path.of(directory, name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Whether the command runs and ends with status 0. */
    public static boolean succeeds(List<String> command) {
        if (find(command.get(0)).isEmpty()) {
            return false;
        }
        try {
            Process process = new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!process.waitFor(PROBE_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return false;
            }
            return process.exitValue() == 0;
        } catch (IOException notRunnable) {
            return false;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new HarnessException("interrupted while probing " + command, stopped);
        }
    }
}
