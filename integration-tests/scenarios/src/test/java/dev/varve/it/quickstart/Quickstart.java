package dev.varve.it.quickstart;

import dev.varve.it.process.HarnessException;
import dev.varve.it.process.Workspace;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.LoggerFactory;

/**
 * The program behind {@code bin/quickstart}. Exit status: 0 all tables equal, 1 not equal or something failed, 2 wrong usage, 130
 * stopped before the comparison.
 */
public final class Quickstart {
    private static final int EQUAL = 0;
    private static final int FAILED = 1;
    private static final int USAGE = 2;
    private static final int STOPPED = 130;

    private Quickstart() {}

    /** @param arguments as {@code bin/quickstart --help} lists them */
    public static void main(String[] arguments) {
        QuickstartOptions options;
        try {
            options = QuickstartOptions.parse(List.of(arguments));
        } catch (HarnessException usage) {
            System.err.println("quickstart: " + usage.getMessage());
            System.exit(USAGE);
            return;
        }
        Workspace workspace = Workspace.create(options.parent(), "run");
        // Libraries in this JVM log to a file, so that the console stays readable.
        System.setProperty(
                "org.slf4j.simpleLogger.logFile",
                workspace.directory("log").resolve("quickstart.log").toString());
        AtomicInteger status = new AtomicInteger(STOPPED);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> finish(workspace, status), "finish"));
        Console console = new Console(System.out, options.terminal());
        try {
            status.set(new QuickstartRun(options, console, workspace).run() ? EQUAL : FAILED);
        } catch (Throwable failed) { // whatever it is, the exit status must tell
            waitIfStopping(workspace);
            status.set(FAILED);
            console.line("FAILED: " + failed.getMessage());
            LoggerFactory.getLogger(Quickstart.class).error("the quickstart failed", failed);
            console.line("Logs are in " + workspace.root().resolve("log"));
        }
        if (options.keep() && status.get() != FAILED) {
            waitForCtrlC();
        }
        System.exit(status.get());
    }

    /** Runs when the JVM ends, be it by Ctrl-C: stops everything, then tells the truth. */
    private static void finish(Workspace workspace, AtomicInteger status) {
        int result = status.get();
        System.out.println(result == STOPPED ? "\nStopping everything." : "Stopping everything.");
        try {
            workspace.close();
        } catch (HarnessException failed) {
            failed.printStackTrace();
            result = result == EQUAL ? FAILED : result;
        }
        Runtime.getRuntime().halt(result);
    }

    private static void waitIfStopping(Workspace workspace) {
        if (workspace.isClosing()) {
            waitForCtrlC();
        }
    }

    /** Never returns: the JVM ends first. */
    private static void waitForCtrlC() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException unexpected) {
            Thread.currentThread().interrupt();
        }
    }
}
