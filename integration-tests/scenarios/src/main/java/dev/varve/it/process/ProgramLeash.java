package dev.varve.it.process;

import java.util.ArrayList;
import java.util.List;

/**
 * Puts a server that is no JVM on the leash of this one: it is told to stop with a signal of its choice, when its process is asked
 * to end and when standard input ends, which comes when the parent has died.
 */
public final class ProgramLeash {
    /** Runs the program given as arguments, after the signal's name. */
    private static final String SCRIPT = """
            exec 3<&0
            signal=$1
            shift
            "$@" 3<&- &
            server=$!
            trap 'kill -$signal $server' TERM INT HUP
            { while read -r ignored; do :; done; kill -$signal $server; } <&3 &
            leash=$!
            exec 3<&-
            while kill -0 $server 2>/dev/null; do wait $server; done
            kill $leash 2>/dev/null
            exit 0
            """;

    private ProgramLeash() {}

    /**
     * The command that runs {@code program} on a leash.
     *
     * @param signal name of the signal that stops it, as {@code kill} takes it
     */
    public static List<String> of(String signal, List<String> program) {
        List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", SCRIPT, "leash", signal));
        command.addAll(program);
        return command;
    }
}
