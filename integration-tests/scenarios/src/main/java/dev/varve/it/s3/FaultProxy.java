package dev.varve.it.s3;

import static java.util.Objects.requireNonNull;

import dev.varve.it.process.HarnessException;
import dev.varve.it.process.Waiting;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Predicate;

/**
 * Stands between an HTTP client and a server on this machine, and does harm to one request as planned. Requests are numbered from 0
 * since the last plan, in the order in which they are complete. Safe for use by several threads.
 */
public final class FaultProxy implements AutoCloseable {
    private final ServerSocket listener;
    private final int serverPort;
    /** How long after the client's own patience a late message comes. */
    private final Duration late;

    private final ExecutorService threads = Executors.newCachedThreadPool(work -> {
        Thread thread = new Thread(work, "fault-proxy");
        thread.setDaemon(true);
        return thread;
    });

    // Guarded by this.
    private final List<String> requests = new ArrayList<>();
    private Optional<Plan> plan = Optional.empty();
    private boolean down;
    private int underWay;

    private record Plan(Predicate<String> victim, int index, HttpFault fault, Runnable before) {}

    private FaultProxy(ServerSocket listener, int serverPort, Duration late) {
        this.listener = listener;
        this.serverPort = serverPort;
        this.late = late;
    }

    /** @param late longer than the client waits for an answer */
    public static FaultProxy start(int serverPort, Duration late) {
        try {
            var proxy = new FaultProxy(
                    new ServerSocket(0, 64, InetAddress.getLoopbackAddress()), serverPort, requireNonNull(late));
            proxy.threads.execute(proxy::accept);
            return proxy;
        } catch (IOException failed) {
            throw new HarnessException("the proxy cannot listen: " + failed.getMessage(), failed);
        }
    }

    public int port() {
        return listener.getLocalPort();
    }

    /** From now on nothing happens to requests, and they are counted anew. */
    public synchronized void planNothing() {
        requests.clear();
        plan = Optional.empty();
    }

    /** The request with this number, from 0, suffers the fault. */
    public synchronized void plan(int index, HttpFault fault) {
        planNothing();
        plan = Optional.of(new Plan(line -> true, index, fault, () -> {}));
    }

    /**
     * The first request that the condition names suffers the fault.
     *
     * @param victim of method and path: {@code PUT /bucket/key}
     * @param before happens first, for a rival who is faster
     */
    public synchronized void plan(Predicate<String> victim, HttpFault fault, Runnable before) {
        planNothing();
        plan = Optional.of(new Plan(victim, -1, fault, before));
    }

    /** Whether the planned fault has happened. */
    public synchronized boolean happened() {
        return plan.isEmpty();
    }

    /** While it is down, every connection is reset at its first request. */
    public synchronized void down(boolean newDown) {
        down = newDown;
    }

    /** Method and path of each request since the last plan. */
    public synchronized List<String> requests() {
        return List.copyOf(requests);
    }

    /** Waits until no request is on its way any more, late ones included. */
    public synchronized void awaitQuiet() {
        try {
            while (underWay > 0) {
                wait();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new HarnessException("interrupted while requests were on their way", stopped);
        }
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                threads.execute(() -> serve(client));
            } catch (IOException closed) {
                if (!listener.isClosed()) {
                    throw new HarnessException("the proxy cannot accept: " + closed.getMessage(), closed);
                }
            }
        }
    }

    private void serve(Socket client) {
        try (client) {
            InputStream in = new BufferedInputStream(client.getInputStream());
            OutputStream out = client.getOutputStream();
            boolean open = true;
            while (open) {
                Optional<HttpMessage> request = HttpMessage.readRequest(in, out);
                open = request.isPresent() && pass(request.get(), client, out);
            }
        } catch (IOException gone) {
            // The client closed its end, as clients may at any time, or the server did: the client sees a closed
            // connection.
        }
    }

    /** @return whether the connection can go on */
    private boolean pass(HttpMessage request, Socket client, OutputStream out) throws IOException {
        Optional<Plan> fault = count(request);
        try {
            if (isDown()) {
                reset(client);
                return false;
            }
            if (fault.isEmpty()) {
                forward(request).writeTo(out);
                return true;
            }
            fault.get().before().run();
            return harm(fault.get().fault(), request, client, out);
        } finally {
            done();
        }
    }

    private synchronized boolean isDown() {
        return down;
    }

    private synchronized Optional<Plan> count(HttpMessage request) {
        underWay++;
        int index = requests.size();
        requests.add(request.line());
        Optional<Plan> hit = plan.filter(it -> it.index() < 0 ? it.victim().test(request.line()) : it.index() == index);
        if (hit.isPresent()) {
            plan = Optional.empty();
        }
        return hit;
    }

    private synchronized void done() {
        underWay--;
        notifyAll();
    }

    private boolean harm(HttpFault fault, HttpMessage request, Socket client, OutputStream out) throws IOException {
        switch (fault) {
            case RESET -> reset(client);
            case SLOW_DOWN -> HttpMessage.error(503, "Slow Down", "SlowDown").writeTo(out);
            case NEVER_DELIVERED -> {
                pause();
                reset(client);
            }
            case DELIVERED_LATE -> {
                pause();
                forward(request);
                reset(client);
            }
            case ANSWER_LOST -> {
                forward(request);
                reset(client);
            }
            case ANSWER_WRONG -> {
                forward(request);
                HttpMessage.error(500, "Internal Server Error", "InternalError").writeTo(out);
            }
            case ANSWER_LATE -> {
                HttpMessage answer = forward(request);
                pause();
                answer.writeTo(out);
            }
            case ANSWER_CUT -> {
                byte[] answer = forward(request).bytes();
                out.write(answer, 0, answer.length / 2);
                out.flush();
                reset(client);
            }
            case DELIVERED_TWICE -> {
                forward(request);
                forward(request).writeTo(out);
            }
        }
        return fault == HttpFault.SLOW_DOWN || fault == HttpFault.ANSWER_WRONG || fault == HttpFault.DELIVERED_TWICE;
    }

    private void pause() {
        Waiting.pause(late);
    }

    private HttpMessage forward(HttpMessage request) throws IOException {
        try (Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort)) {
            request.writeTo(server.getOutputStream());
            return HttpMessage.readAnswer(new BufferedInputStream(server.getInputStream()), request.isHead());
        }
    }

    /** Closes without the usual farewell: the client sees "connection reset". */
    private static void reset(Socket client) throws IOException {
        client.setSoLinger(true, 0);
        client.close();
    }

    @Override
    public void close() {
        threads.shutdownNow();
        try {
            listener.close();
        } catch (IOException failed) {
            throw new HarnessException("the proxy cannot be closed: " + failed.getMessage(), failed);
        }
    }
}
