package dev.varve.table.maintain;

import dev.varve.table.error.Check;
import dev.varve.table.manifest.EntryFilter;
import dev.varve.table.manifest.ManifestEntry;
import dev.varve.table.manifest.ManifestFileMeta;
import dev.varve.table.manifest.ManifestStore;
import dev.varve.table.snapshot.Snapshot;

/**
 * Names of files that must stay, in little memory: for each a 64 bit hash and a count. Two names of one hash add up, so a name that
 * is in is always found; that another one is found as well is improbable (one in a million with ten million files) and only means
 * that a file stays. Confined to one thread.
 */
final class FileNames {
    private static final double LOAD = 0.6;

    /** Open addressing; a slot is free while its hash is 0. */
    private long[] hashes = new long[64];

    private int[] counts = new int[64];
    private int used;

    /** The data files that are live in a snapshot. */
    static FileNames liveIn(Snapshot snapshot, ManifestStore manifests) {
        FileNames names = new FileNames();
        names.addLive(snapshot, manifests);
        return names;
    }

    /**
     * Takes a snapshot's live data files along, reading its manifests one at a time. A file counts up when it is added and down when
     * it is deleted; one that changes its level does both.
     */
    void addLive(Snapshot snapshot, ManifestStore manifests) {
        for (ManifestFileMeta manifest : manifests.readLists(snapshot.manifestLists())) {
            for (ManifestEntry entry : manifests.readEntries(manifest, EntryFilter.ALL)) {
                count(entry.file().name(), entry.kind() == ManifestEntry.Kind.ADD ? 1 : -1);
            }
        }
    }

    void add(String name) {
        count(name, 1);
    }

    boolean contains(String name) {
        return counts[slotOf(hash(name))] > 0;
    }

    private void count(String name, int change) {
        if (used > hashes.length * LOAD) {
            grow();
        }
        long hash = hash(name);
        int slot = slotOf(hash);
        if (hashes[slot] == 0) {
            hashes[slot] = hash;
            used++;
        }
        counts[slot] += change;
    }

    private void grow() {
        Check.that(hashes.length < 1 << 29, "more than %s files", used);
        long[] oldHashes = hashes;
        int[] oldCounts = counts;
        hashes = new long[oldHashes.length * 2];
        counts = new int[oldCounts.length * 2];
        for (int i = 0; i < oldHashes.length; i++) {
            if (oldHashes[i] != 0) {
                int slot = slotOf(oldHashes[i]);
                hashes[slot] = oldHashes[i];
                counts[slot] = oldCounts[i];
            }
        }
    }

    private int slotOf(long hash) {
        int mask = hashes.length - 1;
        int slot = (int) hash & mask;
        while (hashes[slot] != 0 && hashes[slot] != hash) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    /** Never 0. */
    private static long hash(String name) {
        long hash = 0xCBF29CE484222325L;
        for (int i = 0; i < name.length(); i++) {
            hash = (hash ^ name.charAt(i)) * 0x100000001B3L;
        }
        hash = (hash ^ (hash >>> 32)) * 0x9E3779B97F4A7C15L;
        hash ^= hash >>> 29;
        return hash == 0 ? 1 : hash;
    }
}
