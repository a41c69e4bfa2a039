package dev.varve.table.schema;

import dev.varve.table.type.DataType;
import java.util.List;
import java.util.Optional;

/**
 * One step of schema evolution (format page schema, evolution). Columns are named by their path: one name for a top-level
 * column; names of nested fields, {@code element} and {@code value} lead into ROW, ARRAY and MAP. Several changes may make one
 * new schema; nothing is rewritten in data files.
 */
public sealed interface SchemaChange {
    /** Adds a nullable column at the end, or after another one. */
    record AddColumn(List<String> path, DataType type, Optional<String> comment, Position position)
            implements SchemaChange {
        public AddColumn {
            path = List.copyOf(path);
        }

        public static AddColumn last(String name, DataType type) {
            return new AddColumn(List.of(name), type, Optional.empty(), Position.LAST);
        }
    }

    /** Where a column goes. */
    record Position(Kind kind, Optional<String> reference) {
        public static final Position LAST = new Position(Kind.LAST, Optional.empty());
        public static final Position FIRST = new Position(Kind.FIRST, Optional.empty());

        /** The four places. */
        public enum Kind {
            FIRST,
            LAST,
            AFTER,
            BEFORE
        }
    }

    record RenameColumn(List<String> path, String newName) implements SchemaChange {
        public RenameColumn {
            path = List.copyOf(path);
        }
    }

    record DropColumn(List<String> path) implements SchemaChange {
        public DropColumn {
            path = List.copyOf(path);
        }
    }

    /** Changes the type; nullability is kept. */
    record ChangeType(List<String> path, DataType newType) implements SchemaChange {
        public ChangeType {
            path = List.copyOf(path);
        }
    }

    record ChangeNullability(List<String> path, boolean nullable) implements SchemaChange {
        public ChangeNullability {
            path = List.copyOf(path);
        }
    }

    record ChangeColumnComment(List<String> path, Optional<String> comment) implements SchemaChange {
        public ChangeColumnComment {
            path = List.copyOf(path);
        }
    }

    /** Changes the text that writers cast to the column's type and store instead of null. */
    record ChangeDefaultValue(List<String> path, Optional<String> value) implements SchemaChange {
        public ChangeDefaultValue {
            path = List.copyOf(path);
        }
    }

    /** Puts a top-level column in another place. */
    record MoveColumn(String name, Position position) implements SchemaChange {}

    record SetOption(String key, String value) implements SchemaChange {}

    record RemoveOption(String key) implements SchemaChange {}

    record ChangeComment(Optional<String> comment) implements SchemaChange {}
}
