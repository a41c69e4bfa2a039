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
import java.util.function.Supplier;

/**
 * Stands between an HTTP client and a server on this machine, and does harm: to one request as planned, or to many as the weather
 * has it. Requests are numbered from 0 since the last plan, in the order in which they are complete. Safe for use by several threads.
 */
public final class FaultProxy implements AutoCloseable {
    private final int port;
    private final int serverPort;
    /** How long after the client's own patience a late message comes. */
    private final Duration late;

    private final ExecutorService threads = Executors.newCachedThreadPool(work -> {
        Thread thread = new Thread(work, "fault-proxy");
        thread.setDaemon(true);
        return thread;
    });

    // Guarded by this.
    private Optional<ServerSocket> listener = Optional.empty();
    private Supplier<Optional<HttpFault>> weather = Optional::empty;
    private boolean recording;
    private final List<String> requests = new ArrayList<>();
    private Optional<Plan> plan = Optional.empty();
    private boolean down;
    private int underWay;

    private record Plan(Predicate<String> victim, int index, HttpFault fault, Runnable before) {}

    private FaultProxy(int port, int serverPort, Duration late) {
        this.port = port;
        this.serverPort = serverPort;
        this.late = late;
    }

    /** @param late longer than the client waits for an answer */
    public static FaultProxy start(int serverPort, Duration late) {
        try {
            ServerSocket socket = listen(0);
            var proxy = new FaultProxy(socket.getLocalPort(), serverPort, requireNonNull(late));
            proxy.serve(socket);
            return proxy;
        } catch (IOException failed) {
            throw new HarnessException("the proxy cannot listen: " + failed.getMessage(), failed);
        }
    }

    public int port() {
        return port;
    }

    private static ServerSocket listen(int port) throws IOException {
        return new ServerSocket(port, 64, InetAddress.getLoopbackAddress());
    }

    private synchronized void serve(ServerSocket socket) {
        listener = Optional.of(socket);
        threads.execute(() -> accept(socket));
    }

    /** From now on nothing happens to requests, and they are counted anew. */
    public synchronized void planNothing() {
        requests.clear();
        recording = true;
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

    /** Asks before each request for which nothing is planned what happens to it. */
    public synchronized void weather(Supplier<Optional<HttpFault>> newWeather) {
        weather = requireNonNull(newWeather);
    }

    /** While connections are refused nobody listens, and those that are open are reset at their next request. */
    public synchronized void refuse(boolean refused) {
        down = refused;
        try {
            if (refused && listener.isPresent()) {
                listener.get().close();
                listener = Optional.empty();
            } else if (!refused && listener.isEmpty()) {
                serve(listen(port));
            }
        } catch (IOException failed) {
            throw new HarnessException("the proxy cannot change its mind: " + failed.getMessage(), failed);
        }
    }

    /** Method and path of each request since the last plan; none before the first. */
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

    private void accept(ServerSocket socket) {
        while (!socket.isClosed()) {
            try {
                Socket client = socket.accept();
                threads.execute(() -> serve(client));
            } catch (IOException closed) {
                if (!socket.isClosed()) {
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
        Optional<Plan> planned = count(request);
        try {
            if (isDown()) {
                reset(client);
                return false;
            }
            planned.ifPresent(it -> it.before().run());
            Optional<HttpFault> fault = planned.map(Plan::fault).or(this::byWeather);
            if (fault.isEmpty()) {
                forward(request).writeTo(out);
                return true;
            }
            return harm(fault.get(), request, client, out);
        } finally {
            done();
        }
    }

    private synchronized Optional<HttpFault> byWeather() {
        return weather.get();
    }

    private synchronized boolean isDown() {
        return down;
    }

    private synchronized Optional<Plan> count(HttpMessage request) {
        underWay++;
        int index = requests.size();
        if (recording) {
            requests.add(request.line());
        }
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
            case SLOW_DOWN -> request.error(503, "Slow Down", "SlowDown").writeTo(out);
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
                request.error(500, "Internal Server Error", "InternalError").writeTo(out);
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
    public synchronized void close() {
        threads.shutdownNow();
        try {
            if (listener.isPresent()) {
                listener.get().close();
            }
        } catch (IOException failed) {
            throw new HarnessException("the proxy cannot be closed: " + failed.getMessage(), failed);
        }
    }
}
