package dev.varve.table.fs;

import dev.varve.table.env.Env;
import dev.varve.table.error.InvalidInputException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeSet;

/** Opens the store of a location by its scheme. */
public final class FileStores {
    private FileStores() {}

    /**
     * Opens the store that holds {@code root}, with the provider of the highest priority for its scheme. Reading, listing and
     * deleting are tried again after passing failures ({@link RetryingFileIO}).
     *
     * @param settings see {@link FileIOProvider#open}
     * @throws InvalidInputException if no provider serves the scheme; the message lists those that are served
     */
    public static FileIO open(Location root, Map<String, String> settings, Env env) {
        FileIO store = select(root, providers()).open(root, settings, env);
        return new RetryingFileIO(store, env, RetryLimits.DEFAULT);
    }

    /** The same in the environment of this process. */
    public static FileIO open(Location root, Map<String, String> settings) {
        return open(root, settings, Env.system());
    }

    static FileIOProvider select(Location root, List<FileIOProvider> providers) {
        return providers.stream()
                .filter(provider -> provider.schemes().contains(root.scheme()))
                .max(Comparator.comparingInt(FileIOProvider::priority))
                .orElseThrow(() -> new InvalidInputException("no store is known for scheme '" + root.scheme() + "' of "
                        + root + "; known schemes: " + knownSchemes(providers)));
    }

    private static String knownSchemes(List<FileIOProvider> providers) {
        TreeSet<String> schemes = new TreeSet<>();
        providers.forEach(provider -> schemes.addAll(provider.schemes()));
        return String.join(", ", schemes);
    }

    private static List<FileIOProvider> providers() {
        // The engine's own class loader: inside a Connect worker the thread's loader may be another plugin's.
        return ServiceLoader.load(FileIOProvider.class, FileStores.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
    }
}
