package dev.varve.table.scan;

import static java.util.Objects.requireNonNull;

import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.predicate.ColumnBounds;
import dev.varve.table.schema.BoundCast;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.type.RowType;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongFunction;

/**
 * The value statistics of files as bounds of the columns that are read, whatever schema a file was written with (semantics, reads,
 * section 3, statistics detail). Columns are found by field id: one that the file does not have is null in all of its rows; one
 * whose type has changed has cast bounds if the cast keeps order, else none; one without statistics has none. Confined to one thread.
 */
final class ValueStatistics {
    private final LongFunction<TableSchema> schemas;
    private final RowType readType;
    private final ZoneId zone;
    private final Map<Source, List<Column>> mappings = new HashMap<>();

    /** What decides how statistics are laid out. */
    private record Source(long schemaId, Optional<List<String>> columns) {}

    /** Where the statistics of one column are. */
    private enum Place {
        STORED,
        ALL_NULL,
        UNKNOWN
    }

    /** One column that is read; the last two are there for STORED only. */
    private record Column(Place place, int position, BoundCast cast) {
        private static final Column ALL_NULL = new Column(Place.ALL_NULL, -1, null);
        private static final Column UNKNOWN = new Column(Place.UNKNOWN, -1, null);
    }

    /**
     * @param schemas loads the schema with an id
     * @param readType all columns of the schema that is read
     * @param zone in which casts mean local times
     */
    ValueStatistics(LongFunction<TableSchema> schemas, RowType readType, ZoneId zone) {
        this.schemas = requireNonNull(schemas, "schemas is null");
        this.readType = requireNonNull(readType, "readType is null");
        this.zone = requireNonNull(zone, "zone is null");
    }

    /** Bounds by position in the type that is read. */
    ColumnBounds of(DataFileMeta file) {
        Source source = new Source(file.schemaId(), file.valueStatsColumns());
        List<Column> columns = mappings.computeIfAbsent(source, this::map);
        return new Bounds(new StatsBounds(file.valueStats(), storedType(source)), columns, file.rowCount());
    }

    private RowType storedType(Source source) {
        RowType all = schemas.apply(source.schemaId()).rowType();
        return source.columns()
                .map(names -> all.project(names.stream()
                        .mapToInt(all::indexOf)
                        .filter(position -> position >= 0)
                        .toArray()))
                .orElse(all);
    }

    private List<Column> map(Source source) {
        RowType fileType = schemas.apply(source.schemaId()).rowType();
        RowType stored = storedType(source);
        var columns = new ArrayList<Column>();
        readType.fields().forEach(field -> {
            int position = stored.indexOfId(field.id());
            if (position >= 0) {
                columns.add(BoundCast.between(stored.type(position), field.type(), zone)
                        .map(cast -> new Column(Place.STORED, position, cast))
                        .orElse(Column.UNKNOWN));
            } else {
                columns.add(fileType.indexOfId(field.id()) >= 0 ? Column.UNKNOWN : Column.ALL_NULL);
            }
        });
        return columns;
    }

    private record Bounds(StatsBounds stored, List<Column> columns, long rowCount) implements ColumnBounds {
        @Override
        public Optional<Object> min(int column) {
            Column source = columns.get(column);
            return source.place() == Place.STORED
                    ? stored.min(source.position()).flatMap(source.cast()::cast)
                    : Optional.empty();
        }

        @Override
        public Optional<Object> max(int column) {
            Column source = columns.get(column);
            return source.place() == Place.STORED
                    ? stored.max(source.position()).flatMap(source.cast()::cast)
                    : Optional.empty();
        }

        @Override
        public OptionalLong nullCount(int column) {
            Column source = columns.get(column);
            return switch (source.place()) {
                case ALL_NULL -> OptionalLong.of(rowCount);
                case STORED ->
                    source.cast().keepsNullCounts() ? stored.nullCount(source.position()) : OptionalLong.empty();
                case UNKNOWN -> OptionalLong.empty();
            };
        }
    }
}
