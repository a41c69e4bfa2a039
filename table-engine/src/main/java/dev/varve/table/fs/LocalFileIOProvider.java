package dev.varve.table.fs;

import dev.varve.table.env.Env;
import java.util.Map;
import java.util.Set;

/** Serves plain paths and {@code file} URIs; has no settings. */
public final class LocalFileIOProvider implements FileIOProvider {
    @Override
    public Set<String> schemes() {
        return Set.of("file");
    }

    /** Above general file systems, whose local files are not created atomically. */
    @Override
    public int priority() {
        return 100;
    }

    @Override
    public FileIO open(Location root, Map<String, String> settings, Env env) {
        return new LocalFileIO(env);
    }
}
