package dev.varve.it.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * One run's own directory, and everything it has started. Closing it, or the end of this JVM, stops everything in reverse order;
 * logs and tables stay, directories given out as {@link #scratch} go.
 */
public final class Workspace implements AutoCloseable {
    private static final int DELETE_ATTEMPTS = 20;
    private static final Duration DELETE_PAUSE = Duration.ofMillis(100);

    private final Path root;
    private final Deque<AutoCloseable> owned = new ArrayDeque<>();
    private final Set<Path> scratches = new HashSet<>();
    private final Thread hook = new Thread(this::release, "stop-children");
    private final Object releasing = new Object();
    private boolean closed;

    private Workspace(Path root) {
        this.root = root;
    }

    /** Makes a new directory {@code <parent>/<name>-<unique>}. */
    public static Workspace create(Path parent, String name) {
        try {
            Files.createDirectories(parent);
            Workspace workspace = new Workspace(
                    Files.createTempDirectory(parent.toAbsolutePath().normalize(), name + "-"));
            Runtime.getRuntime().addShutdownHook(workspace.hook);
            return workspace;
        } catch (IOException failed) {
            throw new HarnessException("no directory to work in can be made below " + parent, failed);
        }
    }

    public Path root() {
        return root;
    }

    /** A directory below the root, made if needed; it stays. */
    public Path directory(String name) {
        try {
            return Files.createDirectories(root.resolve(name));
        } catch (IOException failed) {
            throw new HarnessException("directory cannot be made: " + root.resolve(name), failed);
        }
    }

    /** A directory below the root, made if needed, that is deleted after everything started from now on has stopped. */
    public synchronized Path scratch(String name) {
        Path directory = directory(name);
        if (scratches.add(directory)) {
            own(() -> deleteTree(directory));
        }
        return directory;
    }

    /** Closes {@code resource} with this workspace, before everything that was owned earlier. */
    public synchronized <T extends AutoCloseable> T own(T resource) {
        requireOpen();
        owned.push(resource);
        return resource;
    }

    /**
     * Starts a process in its own session, so that Ctrl-C at the terminal reaches the harness only, which then stops its children
     * in the right order.
     *
     * @param name for messages
     * @param log file name of its output below the root; must be new
     */
    public synchronized ChildProcess start(String name, String log, List<String> command) {
        requireOpen();
        Path output = root.resolve(log);
        try {
            Files.createDirectories(output.getParent());
            Process process = new ProcessBuilder(OwnSession.of(command))
                    .directory(root.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            return own(new ChildProcess(name, output, process));
        } catch (IOException failed) {
            throw new HarnessException(name + " cannot be started: " + String.join(" ", command), failed);
        }
    }

    /** Whether everything is being stopped, or has been: failures of those who use it mean nothing then. */
    public synchronized boolean isClosing() {
        return closed;
    }

    /** Stops everything; if that is going on already, waits until it is done. */
    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException endingAnyway) {
            // then the hook runs too, and finds the work done or waits for it
        }
        release();
    }

    /** Removes a directory with all it holds; tries again for a while if somebody is still writing there. */
    public static void deleteTree(Path directory) throws IOException {
        for (int attempt = 1; Files.exists(directory); attempt++) {
            try {
                deleteOnce(directory);
            } catch (DirectoryNotEmptyException | NoSuchFileException | UncheckedIOException moving) {
                if (attempt == DELETE_ATTEMPTS) {
                    throw moving;
                }
                Waiting.pause(DELETE_PAUSE);
            }
        }
    }

    private static void deleteOnce(Path directory) throws IOException {
        List<Path> deepestFirst;
        try (Stream<Path> tree = Files.walk(directory)) {
            deepestFirst = tree.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : deepestFirst) {
            Files.deleteIfExists(path);
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new HarnessException("the run in " + root + " is being stopped");
        }
    }

    private void release() {
        synchronized (releasing) {
            HarnessException first = null;
            for (AutoCloseable resource : takeAll()) {
                try {
                    resource.close();
                } catch (Exception failed) {
                    HarnessException failure =
                            new HarnessException("clean-up in " + root + ": " + failed.getMessage(), failed);
                    if (first == null) {
                        first = failure;
                    } else {
                        first.addSuppressed(failure);
                    }
                }
            }
            if (first != null) {
                throw first;
            }
        }
    }

    private synchronized List<AutoCloseable> takeAll() {
        closed = true;
        List<AutoCloseable> resources = List.copyOf(owned);
        owned.clear();
        return resources;
    }
}
