package dev.varve.it.postgres;

import dev.varve.it.process.HarnessException;
import dev.varve.it.process.Programs;
import java.util.ArrayList;
import java.util.List;

/**
 * How the server is made to run as somebody who is not root, which it insists on.
 *
 * @param prefix to every command of the server's
 * @param owner numeric user and group that must own the server's files; empty to leave them as they are
 */
record ServerIdentity(List<String> prefix, String owner) {
    /** What Java calls a user that the system has no name for. */
    private static final String NAMELESS = "?";

    private static final String NOBODY = "65534:65534";

    /**
     * An ordinary user runs the server directly. Root, and a user without a name (as containers have), use a user namespace, in
     * which everybody is nobody; where a container forbids namespaces, root becomes user 65534 (nobody) instead.
     */
    static ServerIdentity find() {
        String user = System.getProperty("user.name");
        if (!user.equals("root") && !user.equals(NAMELESS)) {
            return new ServerIdentity(List.of(), "");
        }
        List<String> namespace = List.of("unshare", "-U");
        if (succeeds(namespace)) {
            return new ServerIdentity(namespace, "");
        }
        List<String> nobody = List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups");
        if (succeeds(nobody)) {
            return new ServerIdentity(nobody, NOBODY);
        }
        throw new HarnessException(
                "PostgreSQL refuses to run as root, and neither 'unshare -U' nor 'setpriv --reuid=65534' is"
                        + " allowed here: run this as an ordinary user");
    }

    /** Whether the server's directory must lie where everybody may enter. */
    boolean isSomebodyElse() {
        return !owner.isEmpty();
    }

    private static boolean succeeds(List<String> prefix) {
        List<String> command = new ArrayList<>(prefix);
        command.add("true");
        return Programs.succeeds(command);
    }
}
