package dev.varve.it.process;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;

/**
 * Runs another main class and ends the JVM when standard input ends, which it does when the parent has died in whatever way.
 * So no child outlives the harness, even one that was killed with SIGKILL. The class stands alone: its class file is the only one
 * of ours on a child's class path.
 */
public final class Leash {
    /** What a shell reports for a process that was killed. */
    private static final int KILLED = 137;

    private Leash() {}

    /** @param args the main class to run, then its arguments */
    public static void main(String[] args) throws ReflectiveOperationException {
        Thread watch = new Thread(Leash::haltWhenParentIsGone, "leash");
        watch.setDaemon(true);
        watch.start();
        Class<?> program = Class.forName(args[0]);
        try {
            program.getMethod("main", String[].class).invoke(null, (Object) Arrays.copyOfRange(args, 1, args.length));
        } catch (InvocationTargetException failed) {
            failed.getCause().printStackTrace();
            Runtime.getRuntime().halt(1);
        }
    }

    private static void haltWhenParentIsGone() {
        InputStream in = System.in;
        try {
            while (in.read() >= 0) {
                continue;
            }
        } catch (IOException broken) {
            System.err.println("leash: " + broken);
        }
        System.err.println("leash: the parent process is gone, halting");
        Runtime.getRuntime().halt(KILLED);
    }
}
