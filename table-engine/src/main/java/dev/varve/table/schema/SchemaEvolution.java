package dev.varve.table.schema;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.Check;
import dev.varve.table.error.InvalidInputException;
import dev.varve.table.option.ColumnOptions;
import dev.varve.table.option.OptionChanges;
import dev.varve.table.option.TableOptions;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataType;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * Applies changes to one schema (format page: schema, evolution). Several writers may want the same change at once, so what is
 * already as a change wants it is no change: a column that is added with the type it has, a type that is already the new one. A
 * column that is to be dropped or renamed and is not there is a mistake, unless it was there when the caller began. Confined to
 * one use.
 */
final class SchemaEvolution {
    private final TableSchema base;
    private final TableSchema begun;
    private final boolean hasSnapshots;
    private final FieldIds ids;
    private List<DataField> fields;
    private List<String> primaryKeys;
    private Map<String, String> options;
    private Optional<String> comment;

    /**
     * @param base the newest schema
     * @param begun the schema that was newest when the caller began; {@code base} if nobody came in between
     * @param hasSnapshots whether the table has data
     */
    SchemaEvolution(TableSchema base, TableSchema begun, boolean hasSnapshots) {
        this.base = requireNonNull(base, "base is null");
        this.begun = requireNonNull(begun, "begun is null");
        this.hasSnapshots = hasSnapshots;
        this.ids = new FieldIds(base.highestFieldId());
        this.fields = base.fields();
        this.primaryKeys = base.primaryKeys();
        // A new file has the current version, so defaults of an older one are written out.
        this.options = explicitDefaults(base);
        this.comment = base.comment();
    }

    /**
     * The next schema, empty if nothing changes.
     *
     * @throws InvalidInputException if a change is not allowed
     */
    Optional<TableSchema> apply(List<SchemaChange> changes, long timeMillis) {
        changes.forEach(this::apply);
        boolean same = fields.equals(base.fields())
                && primaryKeys.equals(base.primaryKeys())
                && options.equals(explicitDefaults(base))
                && comment.equals(base.comment());
        if (same) {
            return Optional.empty();
        }
        TableSchema next = new TableSchema(
                TableSchema.CURRENT_VERSION,
                base.id() + 1,
                fields,
                ids.highest(),
                base.partitionKeys(),
                primaryKeys,
                options,
                comment,
                timeMillis,
                base.unknownKeys());
        SchemaRules.require(next);
        return Optional.of(next);
    }

    private void apply(SchemaChange change) {
        if (change instanceof SchemaChange.AddColumn add) {
            addColumn(add);
        } else if (change instanceof SchemaChange.RenameColumn rename) {
            renameColumn(rename);
        } else if (change instanceof SchemaChange.DropColumn drop) {
            dropColumn(drop);
        } else if (change instanceof SchemaChange.ChangeType type) {
            changeType(type);
        } else if (change instanceof SchemaChange.ChangeNullability nullability) {
            changeNullability(nullability);
        } else if (change instanceof SchemaChange.ChangeColumnComment column) {
            updateField(column.path(), field -> field.withDescription(column.comment()));
        } else if (change instanceof SchemaChange.ChangeDefaultValue value) {
            changeDefault(value);
        } else if (change instanceof SchemaChange.MoveColumn move) {
            moveColumn(move);
        } else if (change instanceof SchemaChange.SetOption set) {
            changeOption(set.key(), Optional.of(set.value()));
        } else if (change instanceof SchemaChange.RemoveOption remove) {
            changeOption(remove.key(), Optional.empty());
        } else if (change instanceof SchemaChange.ChangeComment table) {
            comment = table.comment();
        } else {
            throw Check.unreachable(change);
        }
    }

    // ---- Columns

    private void addColumn(SchemaChange.AddColumn add) {
        String name = last(add.path());
        fields = new ColumnTree(add.path()).edit(fields, (siblings, index, inRow) -> {
            requireRow(add.path(), inRow);
            if (index >= 0) {
                requireSameType(add, siblings.get(index).type());
                return;
            }
            if (!add.type().nullable()) {
                throw new InvalidInputException("column '" + dotted(add.path()) + "' cannot be added as " + add.type()
                        + ": existing rows have no value for it; add it as a nullable column");
            }
            DataField field = new DataField(0, name, add.type(), add.comment(), Optional.empty());
            boolean topLevel = add.path().size() == 1;
            if (topLevel) {
                ColumnNames.requireUsable(name);
            }
            siblings.add(target(siblings, add.position(), topLevel), ids.assignAdded(field));
        });
    }

    private static void requireSameType(SchemaChange.AddColumn add, DataType existing) {
        if (!TypeMerge.sameShape(existing, add.type())) {
            throw new InvalidInputException("column '" + dotted(add.path()) + "' already exists as " + existing
                    + " and cannot be added as " + add.type() + "; change its type instead");
        }
    }

    private void renameColumn(SchemaChange.RenameColumn rename) {
        String from = last(rename.path());
        String to = rename.newName();
        boolean topLevel = rename.path().size() == 1;
        boolean[] renamed = new boolean[1];
        fields = new ColumnTree(rename.path()).edit(fields, (siblings, index, inRow) -> {
            requireRow(rename.path(), inRow);
            boolean taken = siblings.stream().anyMatch(field -> field.name().equals(to));
            if (index < 0) {
                requireSeenBefore(rename.path(), siblings);
                return;
            }
            if (from.equals(to)) {
                return;
            }
            if (taken) {
                throw new InvalidInputException("column '" + dotted(rename.path()) + "' cannot become '" + to
                        + "': there is such a column already");
            }
            siblings.set(index, siblings.get(index).withName(to));
            renamed[0] = true;
        });
        if (renamed[0] && topLevel) {
            if (base.partitionKeys().contains(from)) {
                throw new InvalidInputException(
                        "partition column '" + from + "' cannot be renamed: directories carry its name");
            }
            ColumnNames.requireUsable(to);
            primaryKeys =
                    primaryKeys.stream().map(key -> key.equals(from) ? to : key).toList();
            options = ColumnOptions.rename(options, from, to);
        } else if (renamed[0]) {
            options = ColumnOptions.renameNested(options, rename.path().get(0), from, to);
        }
    }

    private void dropColumn(SchemaChange.DropColumn drop) {
        requireNotKey(drop.path(), "dropped");
        if (drop.path().size() == 1) {
            List<String> users = ColumnOptions.naming(options, last(drop.path()));
            if (!users.isEmpty()) {
                throw new InvalidInputException("column '" + last(drop.path()) + "' cannot be dropped: options " + users
                        + " name it; remove them first");
            }
        }
        fields = new ColumnTree(drop.path()).edit(fields, (siblings, index, inRow) -> {
            requireRow(drop.path(), inRow);
            if (index < 0) {
                requireSeenBefore(drop.path(), siblings);
                return;
            }
            if (siblings.size() == 1) {
                throw new InvalidInputException("column '" + dotted(drop.path())
                        + "' cannot be dropped: it is the last one; a row needs a column");
            }
            siblings.remove(index);
        });
    }

    /** Whoever was faster may have taken the column away; but one that was never there is a mistake. */
    private void requireSeenBefore(List<String> path, List<DataField> siblings) {
        ColumnTree tree = new ColumnTree(path);
        if (tree.find(begun.fields()).isEmpty()) {
            throw tree.missing(siblings);
        }
    }

    private void changeType(SchemaChange.ChangeType change) {
        requireNotKey(
                change.path(), "given another type", field -> TypeMerge.sameShape(field.type(), change.newType()));
        boolean explicitAllowed = tableOptions().explicitCastsAllowed();
        update(change.path(), field -> {
            DataType old = field.type();
            DataType merged = TypeMerge.merge(old, change.newType(), ids).withNullable(old.nullable());
            TypeChanges.Kind kind = TypeChanges.kind(old, merged);
            if (kind == TypeChanges.Kind.REFUSED) {
                throw new InvalidInputException("column '" + dotted(change.path()) + "' cannot change from " + old
                        + " to " + change.newType() + ": old values cannot be converted");
            }
            if (kind == TypeChanges.Kind.EXPLICIT && !explicitAllowed) {
                throw new InvalidInputException(
                        "column '" + dotted(change.path()) + "' cannot change from " + old + " to " + change.newType()
                                + ": values could be lost, and option 'disable-explicit-type-casting' is true");
            }
            return field.withType(merged);
        });
    }

    private void changeNullability(SchemaChange.ChangeNullability change) {
        update(change.path(), field -> {
            if (field.type().nullable() == change.nullable()) {
                return field;
            }
            if (change.nullable() && change.path().size() == 1 && primaryKeys.contains(field.name())) {
                throw new InvalidInputException("primary key column '" + field.name() + "' cannot become nullable");
            }
            if (!change.nullable() && !tableOptions().nullToNotNullAllowed()) {
                throw new InvalidInputException("column '" + dotted(change.path())
                        + "' cannot become NOT NULL: old rows may hold nulls. To allow it nevertheless, set option"
                        + " 'alter-column-null-to-not-null.disabled' to false");
            }
            return field.withType(field.type().withNullable(change.nullable()));
        });
    }

    private void changeDefault(SchemaChange.ChangeDefaultValue change) {
        updateField(change.path(), field -> {
            DataField changed = field.withDefaultValue(change.value());
            ColumnDefaults.valueOf(changed, ZoneOffset.UTC);
            return changed;
        });
    }

    private void moveColumn(SchemaChange.MoveColumn move) {
        fields = new ColumnTree(List.of(move.name())).edit(fields, (siblings, index, inRow) -> {
            if (index < 0) {
                throw new ColumnTree(List.of(move.name())).missing(siblings);
            }
            DataField moved = siblings.remove(index);
            siblings.add(target(siblings, move.position(), false), moved);
        });
    }

    /** Changes a field, or the element, key or value of a type that has such. */
    private void update(List<String> path, UnaryOperator<DataField> change) {
        ColumnTree tree = new ColumnTree(path);
        fields = tree.edit(fields, (siblings, index, inRow) -> {
            if (index < 0) {
                throw tree.missing(siblings);
            }
            siblings.set(index, change.apply(siblings.get(index)));
        });
    }

    /** Changes what only fields have. */
    private void updateField(List<String> path, UnaryOperator<DataField> change) {
        new ColumnTree(path).edit(fields, (siblings, index, inRow) -> requireRow(path, inRow));
        update(path, change);
    }

    /** Where a column goes among its siblings. */
    private int target(List<DataField> siblings, SchemaChange.Position position, boolean beforePartition) {
        return switch (position.kind()) {
            case FIRST -> 0;
            case LAST -> beforePartition ? beforePartition(siblings) : siblings.size();
            case AFTER -> reference(siblings, position) + 1;
            case BEFORE -> reference(siblings, position);
        };
    }

    private int beforePartition(List<DataField> siblings) {
        if (tableOptions().addColumnBeforePartition()) {
            for (int i = 0; i < siblings.size(); i++) {
                if (base.partitionKeys().contains(siblings.get(i).name())) {
                    return i;
                }
            }
        }
        return siblings.size();
    }

    private static int reference(List<DataField> siblings, SchemaChange.Position position) {
        String name = position.reference()
                .orElseThrow(() -> new InvalidInputException("a position before or after needs the name of a column"));
        for (int i = 0; i < siblings.size(); i++) {
            if (siblings.get(i).name().equals(name)) {
                return i;
            }
        }
        throw new ColumnTree(List.of(name)).missing(siblings);
    }

    private void requireNotKey(List<String> path, String what) {
        requireNotKey(path, what, field -> false);
    }

    private void requireNotKey(List<String> path, String what, Predicate<DataField> unless) {
        String name = path.get(0);
        boolean key = primaryKeys.contains(name) || base.partitionKeys().contains(name);
        Optional<DataField> field = new ColumnTree(path).find(fields);
        if (key && path.size() == 1 && field.isPresent() && !unless.test(field.get())) {
            throw new InvalidInputException((primaryKeys.contains(name) ? "primary key" : "partition") + " column '"
                    + name + "' cannot be " + what + ": files are sorted and placed by it");
        }
    }

    private static void requireRow(List<String> path, boolean inRow) {
        if (!inRow) {
            throw new InvalidInputException(
                    "'" + dotted(path)
                            + "' is a part of an ARRAY, MAP or MULTISET; only fields can come and go, and have names, comments and default values");
        }
    }

    // ---- Options

    private void changeOption(String key, Optional<String> value) {
        TableOptions before = tableOptions();
        Map<String, String> changed = new LinkedHashMap<>(options);
        value.ifPresentOrElse(text -> changed.put(key, text), () -> changed.remove(key));
        OptionChanges.requireAllowed(before, TableOptions.of(changed, TableSchema.CURRENT_VERSION), key, hasSnapshots);
        options = changed;
    }

    private TableOptions tableOptions() {
        return TableOptions.of(options, TableSchema.CURRENT_VERSION);
    }

    private static Map<String, String> explicitDefaults(TableSchema schema) {
        Map<String, String> options = new LinkedHashMap<>(schema.options());
        schema.tableOptions().asMap().forEach(options::putIfAbsent);
        return options;
    }

    private static String last(List<String> path) {
        if (path.isEmpty()) {
            throw new InvalidInputException("a column path must not be empty");
        }
        return path.get(path.size() - 1);
    }

    private static String dotted(List<String> path) {
        return String.join(".", path);
    }
}
