package dev.varve.it.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/**
 * Ports of the loopback address that nobody listens on now. Somebody else may take one before it is used: whoever starts a server
 * on it looks for {@link #isTakenMessage} and tries again with another.
 */
public final class FreePorts {
    private FreePorts() {}

    public static int one() {
        return several(1).get(0);
    }

    /** Different ports; all are held open until the last is known. */
    public static List<Integer> several(int count) {
        List<ServerSocket> held = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                held.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
            }
            return held.stream().map(ServerSocket::getLocalPort).toList();
        } catch (IOException none) {
            throw new HarnessException("no free port on the loopback address: " + none.getMessage(), none);
        } finally {
            held.forEach(FreePorts::close);
        }
    }

    /** Whether a server's log says that its port was taken. */
    public static boolean isTakenMessage(String log) {
        return log.contains("Address already in use")
                || log.contains("BindException")
                || log.contains("Failed to bind")
                || log.contains("could not bind");
    }

    private static void close(ServerSocket socket) {
        try {
            socket.close();
        } catch (IOException failed) {
            throw new HarnessException(
                    "port " + socket.getLocalPort() + " cannot be released: " + failed.getMessage(), failed);
        }
    }
}
