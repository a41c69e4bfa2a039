package dev.varve.it.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process that this JVM has started, with its output in a file. */
public final class ChildProcess implements AutoCloseable {
    private static final Duration GRACE = Duration.ofSeconds(15);
    private static final int TAIL_LINES = 40;

    private final String name;
    private final Path log;
    private final Process process;

    ChildProcess(String name, Path log, Process process) {
        this.name = name;
        this.log = log;
        this.process = process;
    }

    public String name() {
        return name;
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** All output so far. */
    public String output() {
        try {
            return new String(Files.readAllBytes(log), StandardCharsets.UTF_8);
        } catch (IOException failed) {
            throw new HarnessException("log of " + name + " cannot be read: " + log, failed);
        }
    }

    /** State, place of the log and its last lines: what belongs in every message about this process. */
    public String evidence() {
        List<String> lines = output().lines().toList();
        String state = isAlive() ? "is running" : "has ended with status " + process.exitValue();
        return name + " (pid " + pid() + ") " + state + ", the end of " + log + ":\n"
                + String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
    }

    /** Waits for the end. */
    public int awaitExit(Duration limit) {
        Waiting.untilTrue("the end of " + name, limit, () -> !isAlive(), this::evidence);
        return process.exitValue();
    }

    /** Asks the process to stop, and kills it if it has not done so in time. */
    public void stop() {
        askToStop();
        awaitStop();
    }

    /** Sends SIGTERM, lets go of the process, and returns at once. */
    public void askToStop() {
        process.destroy();
    }

    /**
     * Sends SIGTERM and nothing else, so that the process may take its time. {@link Process#destroy} closes the pipes as well, by which
     * a {@link Leash} takes its parent for gone and ends the process at once.
     */
    public void terminate() {
        process.toHandle().destroy();
    }

    /** Waits for a process that was asked to stop, and kills it after 15 s. */
    public void awaitStop() {
        if (!hasEndedWithin(GRACE)) {
            kill();
        }
    }

    /** Sends SIGKILL to the process and those it has started, and waits until it is gone. */
    public void kill() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        if (!hasEndedWithin(GRACE)) {
            throw new HarnessException(evidence() + "\n" + name + " survived SIGKILL");
        }
    }

    @Override
    public void close() {
        stop();
    }

    private boolean hasEndedWithin(Duration limit) {
        boolean interrupted = false;
        long deadline = System.nanoTime() + limit.toNanos();
        try {
            while (true) {
                try {
                    return process.waitFor(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException again) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
