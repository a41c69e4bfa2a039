package dev.varve.table.manifest;

import dev.varve.table.error.Check;
import dev.varve.table.option.TableOptions;

/**
 * How large manifests become and when they are merged (table options {@code manifest.*}; format page snapshots, manifest
 * merging).
 *
 * @param targetBytes size at which a new manifest is begun
 * @param mergeMinCount how many manifests at the end of the list are merged although they are small
 * @param fullMergeBytes size of all small or outdated manifests together at which deletions are resolved everywhere
 */
public record ManifestSettings(long targetBytes, int mergeMinCount, long fullMergeBytes) {
    public ManifestSettings {
        Check.argument(targetBytes > 0, "manifest target of %s bytes", targetBytes);
        Check.argument(mergeMinCount > 0, "at least %s manifests are merged", mergeMinCount);
        Check.argument(fullMergeBytes > 0, "manifests of %s bytes are merged", fullMergeBytes);
    }

    public static ManifestSettings of(TableOptions options) {
        return new ManifestSettings(
                options.manifestTargetBytes(), options.manifestMergeMinCount(), options.manifestFullCompactionBytes());
    }
}
