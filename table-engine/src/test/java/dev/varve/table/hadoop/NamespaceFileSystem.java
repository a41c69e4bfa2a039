package dev.varve.table.hadoop;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/**
 * Local files behind a server's rules, as HDFS has them: a rename to a name that is taken is refused, decided in one step. Poses as
 * whatever scheme it is registered for. Guarded by one lock for all instances, which are the clients of one server.
 */
public class NamespaceFileSystem extends RawLocalFileSystem {
    /** What happens to the answer of a request. */
    enum Answer {
        HONEST,
        /** The server does it, the client gets an error. */
        LOST,
        /** The server does not do it, the client gets an error. */
        FAILED,
        /** The server does it, the client repeats the request and gets the answer to that. */
        REPEATED
    }

    static final Object SERVER = new Object();

    private static Supplier<Answer> answers = () -> Answer.HONEST;

    private URI uri;

    /** How the requests that create a file are answered from now on, by all instances. */
    static void answer(Supplier<Answer> newAnswers) {
        synchronized (SERVER) {
            answers = newAnswers;
        }
    }

    static Answer nextAnswer() {
        synchronized (SERVER) {
            return answers.get();
        }
    }

    @Override
    public void initialize(URI name, Configuration conf) throws IOException {
        uri = URI.create(name.getScheme() + "://" + (name.getAuthority() == null ? "" : name.getAuthority()));
        super.initialize(name, conf);
    }

    @Override
    public URI getUri() {
        // Asked for by the constructor above, too.
        return uri == null ? super.getUri() : uri;
    }

    @Override
    public boolean rename(Path source, Path target) throws IOException {
        synchronized (SERVER) {
            return switch (nextAnswer()) {
                case HONEST -> renameToFreeName(source, target);
                case FAILED -> throw new IOException("connection refused");
                case LOST -> {
                    renameToFreeName(source, target);
                    throw new IOException("connection reset");
                }
                case REPEATED -> {
                    renameToFreeName(source, target);
                    yield renameToFreeName(source, target);
                }
            };
        }
    }

    private boolean renameToFreeName(Path source, Path target) throws IOException {
        try {
            return exists(source) && !exists(target) && super.rename(source, target);
        } catch (FileNotFoundException e) {
            return false;
        }
    }
}
