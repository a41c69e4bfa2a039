package dev.varve.table.hadoop;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.util.Set;
import org.apache.hadoop.fs.CommonPathCapabilities;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.Options.CreateFileOptionKeys;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathIOException;

/**
 * An object store with conditional writes, as S3A shows it: a new file appears as a whole when its stream is closed, and only then
 * the condition is judged.
 */
public final class ConditionalFileSystem extends NamespaceFileSystem {
    private static final String CONDITIONAL = CreateFileOptionKeys.FS_OPTION_CREATE_CONDITIONAL_OVERWRITE;

    @Override
    public boolean hasPathCapability(Path path, String capability) throws IOException {
        return capability.equals(CONDITIONAL)
                || (!capability.equals(CommonPathCapabilities.FS_APPEND) && super.hasPathCapability(path, capability));
    }

    @Override
    public FSDataOutputStreamBuilder<?, ?> createFile(Path path) {
        return new Builder(path);
    }

    private final class Builder extends FSDataOutputStreamBuilder<FSDataOutputStream, Builder> {
        Builder(Path path) {
            super(ConditionalFileSystem.this, path);
        }

        @Override
        public Builder getThisBuilder() {
            return this;
        }

        @Override
        public FSDataOutputStream build() throws IOException {
            rejectUnknownMandatoryKeys(Set.of(CONDITIONAL), "");
            boolean conditional = getMandatoryKeys().contains(CONDITIONAL);
            return new FSDataOutputStream(new Upload(getPath(), conditional), null);
        }
    }

    private final class Upload extends ByteArrayOutputStream {
        private final Path path;
        private final boolean conditional;
        private boolean closed;

        Upload(Path path, boolean conditional) {
            this.path = path;
            this.conditional = conditional;
        }

        @Override
        public void close() throws IOException {
            if (closed) {
                return;
            }
            closed = true;
            synchronized (SERVER) {
                switch (conditional ? nextAnswer() : Answer.HONEST) {
                    case HONEST -> put();
                    case FAILED -> throw new IOException("connection refused");
                    case LOST -> {
                        put();
                        throw new IOException("connection reset");
                    }
                    case REPEATED -> {
                        put();
                        put();
                    }
                }
            }
        }

        private void put() throws IOException {
            if (conditional && exists(path)) {
                throw new PathIOException(path.toString(), "412 precondition failed");
            }
            java.nio.file.Path target = pathToFile(path).toPath();
            java.nio.file.Path temporary = Files.createTempFile("upload", ".tmp");
            Files.write(temporary, toByteArray());
            Files.createDirectories(target.getParent());
            Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
        }
    }
}
