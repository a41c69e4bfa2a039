package dev.varve.table.snapshot;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.varve.table.error.CommitOutcomeUnknownException;
import dev.varve.table.error.StorageException;
import dev.varve.table.fs.FileEntry;
import dev.varve.table.fs.FileIO;
import dev.varve.table.fs.Location;
import dev.varve.table.layout.TableLayout;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The tags of a table, one small file each. Knows nothing of the files that a tag keeps. Holds no state, so safe for use by several threads. */
public final class TagStore {
    /** Oldest snapshot first, then by name. */
    private static final Comparator<Tag> ORDER =
            Comparator.comparingLong((Tag tag) -> tag.snapshot().id()).thenComparing(Tag::name);

    private final FileIO io;
    private final TableLayout layout;

    public TagStore(FileIO io, TableLayout layout) {
        this.io = requireNonNull(io, "io is null");
        this.layout = requireNonNull(layout, "layout is null");
    }

    /**
     * The tag with this name, if there is one.
     *
     * @throws dev.varve.table.error.InvalidInputException if no tag can have this name
     */
    public Optional<Tag> find(String name) {
        Tag.requireName(name);
        Location file = layout.tag(name);
        try {
            return Optional.of(TagJson.parse(name, new String(io.readAll(file), UTF_8), file.value()));
        } catch (StorageException e) {
            if (e.isNotFound()) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** The names of all tags, sorted. One listing. */
    public List<String> names() {
        return io.list(layout.tagDirectory()).stream()
                .filter(entry -> !entry.directory())
                .map(FileEntry::name)
                .flatMap(name -> TableLayout.tagName(name).stream())
                .sorted()
                .toList();
    }

    /** All tags, those of older snapshots first. Those that are deleted meanwhile may be missing. */
    public List<Tag> all() {
        List<Tag> tags = new ArrayList<>();
        names().forEach(name -> find(name).ifPresent(tags::add));
        tags.sort(ORDER);
        return tags;
    }

    /**
     * Creates a tag unless the name is taken.
     *
     * @return whether this call created it
     */
    public boolean createIfAbsent(Tag tag) {
        byte[] content = TagJson.format(tag).getBytes(UTF_8);
        try {
            return io.createIfAbsent(layout.tag(tag.name()), content);
        } catch (CommitOutcomeUnknownException e) {
            // Two equal tags are as good as one, so there is no need to know whose it is.
            if (find(tag.name()).filter(tag::equals).isPresent()) {
                return true;
            }
            throw e;
        }
    }

    /** Creates a tag or gives its name to another snapshot. A reader in this very moment may see a part of the file. */
    public void put(Tag tag) {
        io.overwrite(layout.tag(tag.name()), TagJson.format(tag).getBytes(UTF_8));
    }

    /** Deletes a tag's file, and nothing that it keeps; nothing happens if it is not there. */
    public void delete(String name) {
        Tag.requireName(name);
        io.delete(layout.tag(name));
    }
}
