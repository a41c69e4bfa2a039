package dev.varve.table.hadoop;

import dev.varve.table.error.StorageException;
import dev.varve.table.error.StorageException.Kind;
import dev.varve.table.fs.Location;
import dev.varve.table.fs.StorageFailures;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Set;
import org.apache.hadoop.fs.ClusterStorageCapacityExceededException;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.ParentNotDirectoryException;
import org.apache.hadoop.fs.PathAccessDeniedException;
import org.apache.hadoop.fs.PathExistsException;
import org.apache.hadoop.fs.PathIsDirectoryException;
import org.apache.hadoop.fs.PathIsNotDirectoryException;
import org.apache.hadoop.fs.PathIsNotEmptyDirectoryException;
import org.apache.hadoop.fs.PathPermissionException;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.AccessControlException;

/** The way in which Hadoop is called: with the engine's class loader, and with every failure turned into one of the engine's. */
final class HadoopCalls {
    private static final Set<Class<? extends IOException>> REFUSALS = Set.of(
            AccessControlException.class,
            ClusterStorageCapacityExceededException.class,
            FileAlreadyExistsException.class,
            ParentNotDirectoryException.class,
            PathAccessDeniedException.class,
            PathExistsException.class,
            PathIsDirectoryException.class,
            PathIsNotDirectoryException.class,
            PathIsNotEmptyDirectoryException.class,
            PathPermissionException.class);

    /** By name, since S3A's classes are not needed to compile: no such bucket, wrong region, malformed or unsigned request. */
    private static final Set<String> S3A_REFUSALS = Set.of(
            "UnknownStoreException",
            "AWSRedirectException",
            "AWSBadRequestException",
            "AWSUnsupportedFeatureException");

    private HadoopCalls() {}

    /** A call of Hadoop. */
    @FunctionalInterface
    interface Call<T> {
        T run() throws IOException;
    }

    /** A call of Hadoop without a result. */
    @FunctionalInterface
    interface Action {
        void run() throws IOException;
    }

    /**
     * Calls Hadoop under the engine's class loader: Hadoop and the AWS client look classes and services up through the thread's,
     * some of them only at first use, and a thread of the I/O pool may have any.
     */
    static <T> T call(String operation, Location location, Call<T> call) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(HadoopCalls.class.getClassLoader());
        try {
            return call.run();
        } catch (IOException e) {
            throw failure(operation, location, e);
        } catch (UncheckedIOException e) {
            throw failure(operation, location, e.getCause());
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    static void run(String operation, Location location, Action action) {
        call(operation, location, () -> {
            action.run();
            return null;
        });
    }

    static StorageException failure(String operation, Location location, IOException failure) {
        IOException cause = unwrap(failure);
        StorageException translated = StorageFailures.of(operation, location, cause);
        Kind kind = kindOf(cause);
        return translated.kind() == kind ? translated : new StorageException(kind, translated.getMessage(), cause);
    }

    static Kind kindOf(IOException failure) {
        IOException cause = unwrap(failure);
        boolean refused = REFUSALS.stream().anyMatch(type -> type.isInstance(cause))
                || S3A_REFUSALS.contains(cause.getClass().getSimpleName())
                || saysNotEmpty(cause);
        return refused ? Kind.REFUSED : StorageFailures.kindOf(cause);
    }

    /** Failures of a remote name node arrive in a wrapper that hides their type. */
    private static IOException unwrap(IOException failure) {
        return failure instanceof RemoteException remote ? remote.unwrapRemoteException() : failure;
    }

    /** Hadoop's local file system has no exception of its own for this. */
    private static boolean saysNotEmpty(IOException cause) {
        return cause.getMessage() != null && cause.getMessage().endsWith("is not empty");
    }
}
