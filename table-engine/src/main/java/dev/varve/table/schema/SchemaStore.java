package dev.varve.table.schema;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.varve.table.env.Env;
import dev.varve.table.error.CommitConflictException;
import dev.varve.table.error.CommitOutcomeUnknownException;
import dev.varve.table.error.CorruptTableException;
import dev.varve.table.error.InvalidInputException;
import dev.varve.table.error.StorageException;
import dev.varve.table.fs.FileEntry;
import dev.varve.table.fs.FileIO;
import dev.varve.table.fs.Location;
import dev.varve.table.layout.TableLayout;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The numbered family of a table's schemas (format page: schema, file). The highest id is the current schema; files are created
 * only if absent and never change or go. Holds no state, so safe for use by several threads.
 */
public final class SchemaStore {
    /** Lost races in a row before giving up; every one of them means that somebody else made progress. */
    private static final int MAX_ATTEMPTS = 100;

    private final FileIO io;
    private final TableLayout layout;
    private final Env env;
    private final Consumer<TableSchema> requirement;

    public SchemaStore(FileIO io, TableLayout layout, Env env) {
        this(io, layout, env, schema -> {});
    }

    /**
     * @param requirement refuses new schemas, by an exception, for reasons that this room does not know of
     */
    public SchemaStore(FileIO io, TableLayout layout, Env env, Consumer<TableSchema> requirement) {
        this.io = requireNonNull(io, "io is null");
        this.layout = requireNonNull(layout, "layout is null");
        this.env = requireNonNull(env, "env is null");
        this.requirement = requireNonNull(requirement, "requirement is null");
    }

    /** Ids of all schemas, ascending; empty if there is no table. */
    public List<Long> ids() {
        return List.copyOf(files().keySet());
    }

    /** The files of all schemas by id; empty if there is no table. */
    public SortedMap<Long, FileEntry> files() {
        var files = new TreeMap<Long, FileEntry>();
        for (FileEntry entry : io.list(layout.schemaDirectory())) {
            TableLayout.schemaId(entry.name()).ifPresent(id -> files.put(id, entry));
        }
        return files;
    }

    /** The current schema; empty if there is no table. */
    public Optional<TableSchema> latest() {
        List<Long> ids = ids();
        return ids.isEmpty() ? Optional.empty() : Optional.of(load(ids.get(ids.size() - 1)));
    }

    /**
     * The schema with this id.
     *
     * @throws CorruptTableException if there is none: every id that metadata names must exist
     */
    public TableSchema load(long id) {
        Location file = layout.schema(id);
        byte[] content;
        try {
            content = io.readAll(file);
        } catch (StorageException e) {
            if (e.isNotFound()) {
                throw new CorruptTableException("schema file " + file + " is missing, but the table needs it", e);
            }
            throw e;
        }
        TableSchema schema = SchemaJson.parse(new String(content, UTF_8), file.value());
        if (schema.id() != id) {
            throw new CorruptTableException("schema file " + file + " says that its id is " + schema.id());
        }
        return schema;
    }

    /**
     * Creates the table, unless it exists.
     *
     * @return its current schema: the new one, or that of whoever was faster
     * @throws InvalidInputException if the table is not possible; nothing is created then
     */
    public TableSchema create(TableSpec spec) {
        Optional<TableSchema> existing = latest();
        if (existing.isPresent()) {
            return existing.get();
        }
        TableSchema schema = SchemaCreation.create(spec, env.currentTimeMillis());
        requirement.accept(schema);
        return tryCreate(schema) ? schema : latest().orElseThrow(this::noTable);
    }

    /**
     * Applies changes to the current schema and stores the result as the next one; again, if somebody else was faster. What is
     * already as a change wants it is no change.
     *
     * @param changes applied in order, into one new schema
     * @param hasSnapshots whether the table has data: some options cannot change then
     * @return the current schema afterwards; if there was nothing to change, no schema is made
     * @throws InvalidInputException if there is no table or a change is not allowed; nothing is changed then
     * @throws CommitConflictException if others were faster a hundred times in a row
     */
    public TableSchema evolve(List<SchemaChange> changes, boolean hasSnapshots) {
        TableSchema begun = latest().orElseThrow(this::noTable);
        TableSchema base = begun;
        for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
            Optional<TableSchema> next =
                    new SchemaEvolution(base, begun, hasSnapshots).apply(changes, env.currentTimeMillis());
            next.ifPresent(requirement);
            if (next.isEmpty() || tryCreate(next.get())) {
                return next.orElse(base);
            }
            base = latest().orElseThrow(this::noTable);
        }
        throw new CommitConflictException(
                "the schema of " + layout.root() + " could not be changed: other writers changed it " + MAX_ATTEMPTS
                        + " times in a row; try again when they are done");
    }

    /**
     * Applies changes to a schema that must still be the current one: for changes that were worked out from it and would be wrong
     * for another. A column that somebody else has made wider meanwhile must not become narrower again.
     *
     * @param base the schema that the changes are for
     * @return the current schema afterwards, {@code base} itself if there was nothing to change; empty, and nothing is changed, if
     *     {@code base} is not current any more
     * @throws InvalidInputException if a change is not allowed; nothing is changed then
     */
    public Optional<TableSchema> evolveFrom(TableSchema base, List<SchemaChange> changes, boolean hasSnapshots) {
        if (!latest().equals(Optional.of(base))) {
            return Optional.empty();
        }
        Optional<TableSchema> next =
                new SchemaEvolution(base, base, hasSnapshots).apply(changes, env.currentTimeMillis());
        next.ifPresent(requirement);
        return next.isEmpty() ? Optional.of(base) : next.filter(this::tryCreate);
    }

    /** Stores the schema if its id is free. An unknown outcome is settled by reading the file back. */
    private boolean tryCreate(TableSchema schema) {
        Location file = layout.schema(schema.id());
        String text = SchemaJson.format(schema);
        try {
            return io.createIfAbsent(file, text.getBytes(UTF_8));
        } catch (CommitOutcomeUnknownException e) {
            if (io.find(file).isEmpty()) {
                throw e;
            }
            return new String(io.readAll(file), UTF_8).equals(text);
        }
    }

    private InvalidInputException noTable() {
        return new InvalidInputException("there is no table at " + layout.root() + ": it has no schema file");
    }
}
