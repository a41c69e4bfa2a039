package dev.varve.table.fs;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;

/** Makes names survive a loss of power: forcing a file is not enough, the directory that names it must be forced too. */
final class Durability {
    private Durability() {}

    static void forceDirectory(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /** Creates what is missing of this path and forces the name of each new directory. Several callers may do it at once. */
    static void createDirectories(Path directory) throws IOException {
        Deque<Path> missing = new ArrayDeque<>();
        for (Path path = directory; path != null && !Files.isDirectory(path); path = path.getParent()) {
            missing.push(path);
        }
        if (missing.isEmpty()) {
            return;
        }
        Files.createDirectories(directory);
        for (Path created : missing) {
            forceDirectory(created.getParent());
        }
    }
}
