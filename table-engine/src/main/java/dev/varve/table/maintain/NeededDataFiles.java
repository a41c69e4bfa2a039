package dev.varve.table.maintain;

import static java.util.Objects.requireNonNull;

import dev.varve.table.manifest.EntryFilter;
import dev.varve.table.manifest.FileIdentifier;
import dev.varve.table.manifest.ManifestEntry;
import dev.varve.table.manifest.ManifestEntry.Kind;
import dev.varve.table.manifest.ManifestFileMeta;
import dev.varve.table.manifest.ManifestStore;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;

/**
 * Finds the data files that at least one of many states of a table has. Manifests are shared by states, so each is read once. What
 * a manifest adds may be taken away by a later one of the same state, as compactions do, while another state has only the first: such
 * files are remembered until all states are known.
 *
 * <p>Manifests are read from new to old, so that most deletions are known before their additions are met; where one is not, the file
 * counts as needed. Confined to one thread.
 */
final class NeededDataFiles {
    private final ManifestStore manifests;
    private final FileNames names;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final BitSet read = new BitSet();
    private final List<BitSet> states = new ArrayList<>();
    private final BitSet changes = new BitSet();
    private final Map<FileIdentifier, Mentions> deleted = new HashMap<>();

    /** By which manifests a file comes and goes. */
    private record Mentions(List<Integer> adding, List<Integer> deleting) {
        private Mentions() {
            this(new ArrayList<>(), new ArrayList<>());
        }

        boolean isLive(BitSet state) {
            return adding.stream().filter(state::get).count()
                    > deleting.stream().filter(state::get).count();
        }
    }

    /** @param names takes what is needed */
    NeededDataFiles(ManifestStore manifests, FileNames names) {
        this.manifests = requireNonNull(manifests, "manifests is null");
        this.names = requireNonNull(names, "names is null");
    }

    /** The files that are live after all of these manifests, the oldest first, are needed. */
    void addState(List<ManifestFileMeta> state) {
        BitSet numbered = new BitSet();
        for (ListIterator<ManifestFileMeta> i = state.listIterator(state.size()); i.hasPrevious(); ) {
            numbered.set(read(i.previous()));
        }
        states.add(numbered);
    }

    /** What the manifest adds is needed, whatever takes it away later: it is read as changes. */
    void addChanges(ManifestFileMeta manifest) {
        changes.set(read(manifest));
    }

    /** To be called when everything has been added. */
    void finish() {
        deleted.forEach((file, mentions) -> {
            if (mentions.adding().stream().anyMatch(changes::get)
                    || states.stream().anyMatch(mentions::isLive)) {
                add(file);
            }
        });
    }

    private int read(ManifestFileMeta manifest) {
        int number = numbers.computeIfAbsent(manifest.name(), name -> numbers.size());
        if (!read.get(number)) {
            List<ManifestEntry> entries = manifests.readEntries(manifest, EntryFilter.ALL);
            read.set(number);
            entries.stream()
                    .filter(entry -> entry.kind() == Kind.DELETE)
                    .forEach(entry -> deleted.computeIfAbsent(identifier(entry), file -> new Mentions())
                            .deleting()
                            .add(number));
            entries.stream().filter(entry -> entry.kind() == Kind.ADD).forEach(entry -> added(entry, number));
        }
        return number;
    }

    private void added(ManifestEntry entry, int manifest) {
        FileIdentifier file = identifier(entry);
        Mentions mentions = deleted.get(file);
        if (mentions == null) {
            add(file);
        } else {
            mentions.adding().add(manifest);
        }
    }

    private void add(FileIdentifier file) {
        names.add(file.name());
        file.extraFiles().forEach(names::add);
    }

    private static FileIdentifier identifier(ManifestEntry entry) {
        return FileIdentifier.of(entry.bucket(), entry.file());
    }
}
