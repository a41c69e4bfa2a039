package dev.varve.table.hadoop;

import dev.varve.table.env.Env;
import dev.varve.table.error.InvalidInputException;
import dev.varve.table.fs.FileIO;
import dev.varve.table.fs.FileIOProvider;
import dev.varve.table.fs.Location;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.UnsupportedFileSystemException;

/**
 * Opens Hadoop file systems. S3A, HDFS and its relatives come with this engine; for Azure and Google the user adds the file
 * system's jar beside the engine's.
 *
 * <p>Every call opens a file system of its own. Hadoop's cache is keyed by scheme, host and user, not by configuration: with it, a
 * task whose settings were corrected would go on with the old ones.
 */
public final class HadoopFileIOProvider implements FileIOProvider {
    private static final Set<String> SCHEMES =
            Set.of("s3a", "s3", "hdfs", "webhdfs", "swebhdfs", "viewfs", "abfs", "abfss", "gs", "file");

    private static final List<String> SECRET_WORDS =
            List.of("secret", "password", "access.key", "account.key", "token", "sas", "credential", "private");

    @Override
    public Set<String> schemes() {
        return SCHEMES;
    }

    /** Below the engine's own stores: Hadoop's local files cannot be created atomically. */
    @Override
    public int priority() {
        return -100;
    }

    @Override
    public FileIO open(Location root, Map<String, String> settings, Env env) {
        return HadoopCalls.call("open the store of", root, () -> {
            Configuration configuration = HadoopConfiguration.of(root, settings);
            HadoopLogin.ensureUser(configuration);
            return new HadoopFileIO(newFileSystem(root, configuration), root, env);
        });
    }

    @Override
    public boolean isSecret(String setting) {
        String name = setting.toLowerCase(Locale.ROOT);
        return SECRET_WORDS.stream().anyMatch(name::contains);
    }

    private static FileSystem newFileSystem(Location root, Configuration configuration) throws IOException {
        try {
            return FileSystem.newInstance(HadoopFileIO.path(root).toUri(), configuration);
        } catch (UnsupportedFileSystemException e) {
            throw notInstalled(root, e);
        } catch (RuntimeException e) {
            // File systems report unusable settings and missing classes in whatever way they like.
            Throwable reason = innermost(e);
            throw reason instanceof ClassNotFoundException
                    ? notInstalled(root, e)
                    : new InvalidInputException(
                            "cannot open the store of " + root + " with these settings: " + reason, e);
        }
    }

    private static InvalidInputException notInstalled(Location root, Exception cause) {
        return new InvalidInputException(
                "the Hadoop file system for " + root + " is not installed: "
                        + innermost(cause).getMessage()
                        + ". Add its jar to the directory of the engine's jars (hadoop-azure for abfs and abfss,"
                        + " hadoop-gcp or gcs-connector for gs)",
                cause);
    }

    private static Throwable innermost(Throwable failure) {
        Throwable innermost = failure;
        while (innermost.getCause() != null && innermost.getCause() != innermost) {
            innermost = innermost.getCause();
        }
        return innermost;
    }
}
