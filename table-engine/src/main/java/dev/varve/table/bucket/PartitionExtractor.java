package dev.varve.table.bucket;

import dev.varve.table.row.BinaryRow;
import dev.varve.table.row.ProjectedRow;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowKind;
import dev.varve.table.row.RowSerializer;
import dev.varve.table.schema.TableSchema;

/** Takes the partition out of a row. Reuses its buffer: confined to one thread. */
public final class PartitionExtractor {
    private final boolean partitioned;
    private final ProjectedRow columns;
    private final RowSerializer serializer;

    public PartitionExtractor(TableSchema schema) {
        this.partitioned = !schema.partitionKeys().isEmpty();
        this.columns = new ProjectedRow(schema.positions(schema.partitionKeys()));
        this.serializer = new RowSerializer(schema.partitionType());
    }

    /** The partition columns in partition-key order, with kind +I; lent until the next call. */
    public BinaryRow partitionOf(Row row) {
        return partitioned ? serializer.lend(columns.over(row), RowKind.INSERT) : BinaryRow.EMPTY;
    }
}
