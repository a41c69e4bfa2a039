package dev.varve.table.testing;

import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.manifest.FileSource;
import dev.varve.table.manifest.SimpleStats;
import dev.varve.table.row.BinaryRow;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.RowComparator;
import dev.varve.table.row.RowKind;
import dev.varve.table.row.RowSerializer;
import dev.varve.table.type.DataTypes;
import dev.varve.table.type.RowType;
import java.util.List;
import java.util.Optional;

/** Metadata of data files that need not exist, with one INT key. */
public final class FileMetas {
    public static final RowType KEY_TYPE = RowType.ofTypes(List.of(DataTypes.INT.notNull()));
    public static final RowComparator KEY_ORDER = RowComparator.of(KEY_TYPE.types());

    private FileMetas() {}

    public static BinaryRow key(int value) {
        return new RowSerializer(KEY_TYPE).toBinary(GenericRow.of(value), RowKind.INSERT);
    }

    /** A file of 1000 bytes without retractions. */
    public static DataFileMeta file(
            String name, int level, int minKey, int maxKey, long minSequence, long maxSequence) {
        return file(name, level, key(minKey), key(maxKey), minSequence, maxSequence, 1000, 0);
    }

    public static DataFileMeta file(
            String name,
            int level,
            BinaryRow minKey,
            BinaryRow maxKey,
            long minSequence,
            long maxSequence,
            long sizeBytes,
            long deleteRowCount) {
        return new DataFileMeta(
                name,
                sizeBytes,
                maxSequence - minSequence + 1,
                minKey,
                maxKey,
                SimpleStats.EMPTY,
                SimpleStats.EMPTY,
                minSequence,
                maxSequence,
                0,
                level,
                List.of(),
                Optional.of(0L),
                Optional.of(deleteRowCount),
                Optional.empty(),
                Optional.of(FileSource.APPEND),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }
}
