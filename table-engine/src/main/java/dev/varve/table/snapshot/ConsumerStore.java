package dev.varve.table.snapshot;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.varve.table.error.StorageException;
import dev.varve.table.fs.FileEntry;
import dev.varve.table.fs.FileIO;
import dev.varve.table.fs.Location;
import dev.varve.table.layout.TableLayout;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The consumers of a table: {@code consumer/consumer-<id>} holds {@code {"nextSnapshot" : <id>}}. Other engines write them, in
 * place. Holds no state, so safe for use by several threads.
 */
public final class ConsumerStore {
    private final FileIO io;
    private final TableLayout layout;

    public ConsumerStore(FileIO io, TableLayout layout) {
        this.io = requireNonNull(io, "io is null");
        this.layout = requireNonNull(layout, "layout is null");
    }

    /**
     * All consumers, by id. Those that are deleted meanwhile may be missing.
     *
     * @throws dev.varve.table.error.CorruptTableException if a file holds no position; who does not know what a reader still needs
     *     must not delete anything
     */
    public List<Consumer> all() {
        List<Consumer> consumers = new ArrayList<>();
        for (FileEntry entry : io.list(layout.consumerDirectory())) {
            if (!entry.directory()) {
                TableLayout.consumerId(entry.name())
                        .flatMap(id -> read(id, entry))
                        .ifPresent(consumers::add);
            }
        }
        consumers.sort(Comparator.comparing(Consumer::id));
        return consumers;
    }

    private Optional<Consumer> read(String id, FileEntry entry) {
        Location file = entry.location();
        String text;
        try {
            text = new String(io.readAll(file), UTF_8);
        } catch (StorageException e) {
            if (e.isNotFound()) {
                return Optional.empty();
            }
            throw e;
        }
        long next = JsonKeys.parse(text, file.value()).number("nextSnapshot");
        return Optional.of(new Consumer(id, next, entry.modifiedMillis()));
    }

    /** Forgets a consumer; nothing happens if it is not there. */
    public void delete(String id) {
        io.delete(layout.consumer(id));
    }
}
