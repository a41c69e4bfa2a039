package dev.varve.it.s3;

/** What happens to one request between a client and the server, or to its answer. */
public enum HttpFault {
    /** The connection is reset before the server sees anything. */
    RESET(false),
    /** The server asks to slow down, and does nothing. */
    SLOW_DOWN(false),
    /** The client waits in vain and gives up; the server never sees the request. */
    NEVER_DELIVERED(false),
    /** The client gives up waiting; the server gets the request long after that, maybe after the client's next try. */
    DELIVERED_LATE(true),
    /** The server does as it is told, but the connection is reset instead of its answer. */
    ANSWER_LOST(true),
    /** The server does as it is told, then claims an internal error. */
    ANSWER_WRONG(true),
    /** The server does as it is told, but its answer comes after the client has given up. */
    ANSWER_LATE(true),
    /** The connection is reset in the middle of the answer. */
    ANSWER_CUT(true),
    /** The server gets the request twice; the client sees the answer to the second. */
    DELIVERED_TWICE(true);

    private final boolean reachesServer;

    HttpFault(boolean reachesServer) {
        this.reachesServer = reachesServer;
    }

    /** Whether the server does what the request says, at some time. */
    public boolean reachesServer() {
        return reachesServer;
    }
}
