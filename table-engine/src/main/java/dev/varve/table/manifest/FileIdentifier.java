package dev.varve.table.manifest;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/**
 * What makes two entries speak of the same file (format page manifests, merging entries). The level is part of it: a file that
 * moves to another level is deleted there and added here.
 */
public record FileIdentifier(
        BucketId bucket,
        int level,
        String name,
        List<String> extraFiles,
        Optional<ByteBuffer> embeddedIndex,
        Optional<String> externalPath) {
    public static FileIdentifier of(BucketId bucket, DataFileMeta file) {
        return new FileIdentifier(
                bucket, file.level(), file.name(), file.extraFiles(), file.embeddedIndex(), file.externalPath());
    }

    /** Names are unique but for a file's levels, so the other parts need not take part. */
    @Override
    public int hashCode() {
        return 31 * name.hashCode() + level;
    }
}
