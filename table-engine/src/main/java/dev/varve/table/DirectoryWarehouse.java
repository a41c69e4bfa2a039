package dev.varve.table;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.fs.FileEntry;
import dev.varve.table.fs.FileIO;
import dev.varve.table.fs.Location;
import dev.varve.table.schema.TableSpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Databases are directories that end in {@code .db}, tables the directories in them that have a schema. */
final class DirectoryWarehouse implements Warehouse {
    private static final String DATABASE_SUFFIX = ".db";

    private final Location root;
    private final FileIO io;
    private final EngineServices services;

    DirectoryWarehouse(Location root, FileIO io, EngineServices services) {
        this.root = requireNonNull(root, "root is null");
        this.io = requireNonNull(io, "io is null");
        this.services = requireNonNull(services, "services is null");
    }

    @Override
    public Optional<Table> find(TableId id) {
        return FileTable.find(location(id), io, services).map(table -> table);
    }

    @Override
    public Table create(TableId id, TableSpec spec) {
        return FileTable.create(location(id), io, services, spec);
    }

    @Override
    public List<TableId> list() {
        var tables = new ArrayList<TableId>();
        for (FileEntry database : io.list(root)) {
            if (database.directory() && database.name().endsWith(DATABASE_SUFFIX)) {
                String name = database.name().substring(0, database.name().length() - DATABASE_SUFFIX.length());
                for (FileEntry table : io.list(database.location())) {
                    if (table.directory() && FileTable.isTable(table.location(), io)) {
                        tables.add(new TableId(name, table.name()));
                    }
                }
            }
        }
        tables.sort(Comparator.comparing(TableId::database).thenComparing(TableId::table));
        return tables;
    }

    @Override
    public void requireAtomicCreate() {
        io.requireAtomicCreate(root);
    }

    private Location location(TableId id) {
        if (id.database().endsWith(DATABASE_SUFFIX)) {
            throw new InvalidInputException("database name '" + id.database() + "' must not end in " + DATABASE_SUFFIX
                    + ": that is added to make the directory");
        }
        return root.child(id.database() + DATABASE_SUFFIX).child(id.table());
    }
}
