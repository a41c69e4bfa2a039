package dev.varve.table.hadoop;

import dev.varve.table.env.Env;
import dev.varve.table.error.UnsupportedFormatException;
import dev.varve.table.fs.Location;
import java.io.IOException;
import java.util.Locale;
import java.util.Set;
import org.apache.hadoop.fs.CommonPathCapabilities;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options.CreateFileOptionKeys;
import org.apache.hadoop.fs.Path;

/**
 * A way to create a file with its whole content unless its name is taken: in one step, among all processes.
 *
 * <p>Hadoop's {@code create(path, false)} is not one. On S3 it asks and then writes; on HDFS the name is taken at once, but readers
 * see the file before its content is complete, and a crash leaves half a file. Which operation of a file system is really atomic
 * cannot be found out by trying, so each has to be known:
 *
 * <pre>
 *   S3A                      conditional PUT, If-None-Match: *           {@link ObjectCreate}
 *   Google                   PUT that expects generation 0               {@link ObjectCreate}
 *   HDFS, WebHDFS            temporary file, rename to a free name       {@link RenameCreate}
 *   Azure, hierarchical      temporary file, rename with If-None-Match   {@link RenameCreate}
 * </pre>
 *
 * <p>Everything else is refused, Hadoop's local file system among them: its rename replaces what is there.
 */
interface AtomicCreate {
    /** File systems whose rename to a name that is taken fails, decided by one server in one step. */
    Set<String> NAME_NODE_SCHEMES = Set.of("hdfs", "webhdfs", "swebhdfs");

    Set<String> AZURE_SCHEMES = Set.of("abfs", "abfss");

    /**
     * Creates the file.
     *
     * @return whether this call did
     * @throws IOException if it certainly did not
     * @throws dev.varve.table.error.CommitOutcomeUnknownException if it cannot be told
     */
    boolean create(Location file, Path path, byte[] content) throws IOException;

    /**
     * The way of this file system.
     *
     * @param directory made if it is missing, since mounts are resolved by existing directories only
     * @throws UnsupportedFormatException if there is none
     */
    static AtomicCreate choose(FileSystem fileSystem, Location location, Path directory, Env env) throws IOException {
        if (hasConditionalPut(fileSystem, directory)) {
            return ObjectCreate.conditionalPut(fileSystem);
        }
        String scheme = scheme(fileSystem, directory);
        if (NAME_NODE_SCHEMES.contains(scheme)) {
            return new RenameCreate(fileSystem, env);
        }
        if (AZURE_SCHEMES.contains(scheme) && hasHierarchicalNamespace(fileSystem, directory)) {
            return new RenameCreate(fileSystem, env);
        }
        if (scheme.equals("gs")) {
            return ObjectCreate.generationMatch(fileSystem);
        }
        throw new UnsupportedFormatException("the store of " + location + " (" + scheme
                + ") cannot create a file only if it is absent, in one step: " + reason(scheme)
                + ". Without that, two writers could commit the same snapshot and lose data");
    }

    static boolean hasConditionalPut(FileSystem fileSystem, Path directory) throws IOException {
        return fileSystem.hasPathCapability(directory, CreateFileOptionKeys.FS_OPTION_CREATE_CONDITIONAL_OVERWRITE);
    }

    /** Only accounts with a hierarchical namespace rename in one step, and only they keep a file's tag when they do. */
    private static boolean hasHierarchicalNamespace(FileSystem fileSystem, Path directory) throws IOException {
        return fileSystem.hasPathCapability(directory, CommonPathCapabilities.ETAGS_PRESERVED_IN_RENAME);
    }

    /** The scheme behind a mount, too: a view is as good as what it shows. */
    private static String scheme(FileSystem fileSystem, Path directory) throws IOException {
        String scheme = fileSystem.getUri().getScheme().toLowerCase(Locale.ROOT);
        if (!scheme.equals("viewfs")) {
            return scheme;
        }
        fileSystem.mkdirs(directory);
        return fileSystem.resolvePath(directory).toUri().getScheme().toLowerCase(Locale.ROOT);
    }

    private static String reason(String scheme) {
        return switch (scheme) {
            case "s3a", "s3" -> "conditional writes are switched off (fs.s3a.create.conditional.enabled = false)";
            case "abfs", "abfss" -> "this needs a storage account with a hierarchical namespace";
            case "file" -> "Hadoop's local file system replaces existing files; use a plain path without Hadoop";
            default -> "no way to do it is known for this file system; use S3, HDFS or a local disk";
        };
    }
}
