package dev.varve.it.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Puts a command into a session of its own with {@code setsid}, where there is one. */
final class OwnSession {
    private static final Optional<String> SETSID = Programs.find("setsid").map(Path::toString);

    private OwnSession() {}

    static List<String> of(List<String> command) {
        List<String> whole = new ArrayList<>();
        SETSID.ifPresent(whole::add);
        whole.addAll(command);
        return whole;
    }
}
