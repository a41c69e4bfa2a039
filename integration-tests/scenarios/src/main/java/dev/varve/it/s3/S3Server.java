package dev.varve.it.s3;

import dev.varve.it.process.Checkout;
import dev.varve.it.process.ChildJvm;
import dev.varve.it.process.ChildProcess;
import dev.varve.it.process.FreePorts;
import dev.varve.it.process.HarnessException;
import dev.varve.it.process.Waiting;
import dev.varve.it.process.Workspace;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * S3Proxy over a directory of the workspace, in a child JVM. It judges conditional writes in one step; a bucket is a directory and
 * an object a file, so a test can look at the bytes.
 */
public final class S3Server {
    private static final int HEAP_MEGABYTES = 128;
    private static final int ATTEMPTS = 3;
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final int port;
    private final Path data;
    private final Credentials credentials;

    /** The only ones whose requests the server accepts. */
    public record Credentials(String accessKey, String secretKey) {}

    private S3Server(int port, Path data, Credentials credentials) {
        this.port = port;
        this.data = data;
        this.credentials = credentials;
    }

    /** Starts a server on a free port; returns when it serves. */
    public static S3Server start(Workspace workspace) {
        return start(workspace, new Credentials("local-identity", "local-credential"));
    }

    /** Starts a server on a free port; returns when it serves. */
    public static S3Server start(Workspace workspace, Credentials credentials) {
        Path libraries = Checkout.root().resolve("integration-tests/s3-runtime/target/lib");
        ChildJvm jvm = new ChildJvm(libraries, HEAP_MEGABYTES);
        Path data = workspace.scratch("s3");
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            int port = FreePorts.one();
            Path settings = workspace.scratch("s3-settings").resolve("s3proxy-" + attempt + ".properties");
            write(settings, settings(port, data, credentials));
            ChildProcess process = jvm.start(
                    workspace,
                    "the S3 server",
                    "log/s3-" + attempt + ".log",
                    "org.gaul.s3proxy.Main",
                    List.of("--properties", settings.toString()));
            Waiting.untilTrue(
                    "an answer of the S3 server", LIMIT, () -> !process.isAlive() || answers(port), process::evidence);
            if (process.isAlive()) {
                return new S3Server(port, data, credentials);
            }
        }
        throw new HarnessException("the S3 server ended " + ATTEMPTS + " times at its start; was every port taken?");
    }

    /** The port it serves on. */
    public int port() {
        return port;
    }

    /** Makes a bucket; returns the directory in which its objects are files. */
    public Path createBucket(String name) {
        try {
            return Files.createDirectory(data.resolve(name));
        } catch (IOException failed) {
            throw new HarnessException("bucket " + name + " cannot be made in " + data, failed);
        }
    }

    /** What a client of Hadoop's S3A must be told. */
    public Map<String, String> hadoopSettings() {
        return Map.of(
                "fs.s3a.endpoint",
                "http://127.0.0.1:" + port,
                "fs.s3a.endpoint.region",
                "us-east-1",
                "fs.s3a.path.style.access",
                "true",
                "fs.s3a.connection.ssl.enabled",
                "false",
                "fs.s3a.access.key",
                credentials.accessKey(),
                "fs.s3a.secret.key",
                credentials.secretKey());
    }

    private static String settings(int port, Path data, Credentials credentials) {
        return """
                s3proxy.endpoint=http://127.0.0.1:%d
                s3proxy.authorization=aws-v2-or-v4
                s3proxy.identity=%s
                s3proxy.credential=%s
                jclouds.provider=filesystem-nio2
                jclouds.filesystem.basedir=%s
                """.formatted(port, credentials.accessKey(), credentials.secretKey(), data);
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException failed) {
            throw new HarnessException(file + " cannot be written", failed);
        }
    }

    /** Whether anything comes back: without credentials it is a refusal. */
    private static boolean answers(int port) {
        try {
            HttpURLConnection connection = (HttpURLConnection)
                    URI.create("http://127.0.0.1:" + port + "/").toURL().openConnection();
            connection.setConnectTimeout(1_000);
            connection.setReadTimeout(5_000);
            return connection.getResponseCode() > 0;
        } catch (IOException notYet) {
            return false;
        }
    }
}
