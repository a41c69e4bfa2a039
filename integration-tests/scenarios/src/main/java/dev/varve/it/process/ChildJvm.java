package dev.varve.it.process;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Starts main classes in JVMs of their own, on the leash of this one ({@link Leash}).
 *
 * @param libraries directory of jars: the whole class path besides the leash
 * @param heapMegabytes largest heap
 * @param options of the virtual machine besides those that all children get, which they override
 */
public record ChildJvm(Path libraries, int heapMegabytes, List<String> options) {
    private static final String LEASH_FILE = Leash.class.getName().replace('.', '/') + ".class";

    public ChildJvm {
        options = List.copyOf(options);
        if (!Files.isDirectory(libraries)) {
            throw new HarnessException("there are no jars in " + libraries
                    + "; build them with: mvn -DskipTests package -pl integration-tests/scenarios -am");
        }
    }

    public ChildJvm(Path libraries, int heapMegabytes) {
        this(libraries, heapMegabytes, List.of());
    }

    /**
     * Starts a main class; returns at once.
     *
     * @param name of the process, for messages
     * @param log file of its output below the workspace; must be new
     */
    public ChildProcess start(Workspace workspace, String name, String log, String mainClass, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + heapMegabytes + "m",
                "-XX:+UseSerialGC",
                // Most children live for a minute: a second compiler would cost them more than it gives.
                "-XX:TieredStopAtLevel=1",
                "-XX:+ExitOnOutOfMemoryError",
                "-Duser.timezone=UTC",
                "-Djava.io.tmpdir=" + workspace.scratch("tmp"),
                "-Dorg.slf4j.simpleLogger.showDateTime=true",
                "-Dorg.slf4j.simpleLogger.dateTimeFormat=HH:mm:ss.SSS"));
        command.addAll(options);
        command.addAll(List.of(
                "-cp",
                libraries + File.separator + "*" + File.pathSeparator + leashDirectory(workspace),
                Leash.class.getName(),
                mainClass));
        command.addAll(arguments);
        return workspace.start(name, log, command);
    }

    private static Path leashDirectory(Workspace workspace) {
        Path directory = workspace.scratch("leash");
        Path file = directory.resolve(LEASH_FILE);
        if (!Files.exists(file)) {
            try (InputStream code = Leash.class.getClassLoader().getResourceAsStream(LEASH_FILE)) {
                Files.createDirectories(file.getParent());
                Files.copy(code, file, StandardCopyOption.REPLACE_EXISTING);
            } catch (IOException failed) {
                throw new HarnessException("cannot write " + file, failed);
            }
        }
        return directory;
    }
}
