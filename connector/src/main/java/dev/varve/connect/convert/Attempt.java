package dev.varve.connect.convert;

import dev.varve.connect.config.ConversionSettings;
import dev.varve.connect.config.InfinityPolicy;
import dev.varve.connect.config.UnknownFieldPolicy;
import dev.varve.connect.event.BadRecordException;
import dev.varve.connect.event.BadRecordException.Reason;
import dev.varve.connect.event.Kinds;
import dev.varve.connect.event.Origin;
import dev.varve.table.TableId;
import dev.varve.table.schema.ColumnNames;
import dev.varve.table.schema.SchemaChange;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DataTypes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.connect.data.Schema;

/**
 * One try to convert one event. A converter that cannot store its value asks here what follows: a change of the table (then
 * the try is void and its rows are not used), null, or a bad record. Reused from event to event; confined to the task thread.
 */
final class Attempt {
    private final TableId table;
    private final ConversionSettings settings;
    private final Map<String, DataType> givenTypes;
    private final FieldColumns columns;
    private final Map<List<String>, DataType> newTypes = new LinkedHashMap<>();
    /** In alphabetical order: maps without schemas have none. */
    private final Map<List<String>, DataType> added =
            new TreeMap<>(Comparator.comparing((List<String> path) -> String.join("\0", path)));

    private final Map<List<String>, Boolean> nullable = new LinkedHashMap<>();
    private Origin origin;
    private boolean lenient;

    /**
     * @param table whose rows are made, for errors
     * @param givenTypes types that settings give to new columns
     */
    Attempt(TableId table, ConversionSettings settings, Map<String, DataType> givenTypes) {
        this(table, settings, givenTypes, FieldColumns.plain(table));
    }

    /**
     * @param table whose rows are made, for errors
     * @param givenTypes types that settings give to new columns
     * @param columns which fields become columns
     */
    Attempt(TableId table, ConversionSettings settings, Map<String, DataType> givenTypes, FieldColumns columns) {
        this.columns = columns;
        this.table = table;
        this.settings = settings;
        this.givenTypes = Map.copyOf(givenTypes);
    }

    /** Begins with another event. */
    void begin(Origin newOrigin) {
        origin = newOrigin;
        lenient = false;
        newTypes.clear();
        added.clear();
        nullable.clear();
    }

    /** Whether values that do not matter (what a row was before it was deleted) become null where they do not fit. */
    void lenient(boolean isLenient) {
        lenient = isLenient;
    }

    boolean isLenient() {
        return lenient;
    }

    Origin origin() {
        return origin;
    }

    boolean hasDrift() {
        return !newTypes.isEmpty() || !added.isEmpty() || !nullable.isEmpty();
    }

    List<SchemaChange> drift() {
        List<SchemaChange> changes = new ArrayList<>();
        nullable.keySet().forEach(path -> changes.add(new SchemaChange.ChangeNullability(path, true)));
        newTypes.forEach((path, type) -> changes.add(new SchemaChange.ChangeType(path, type)));
        added.forEach((path, type) -> changes.add(new SchemaChange.AddColumn(
                path,
                type,
                path.size() == 1 ? columns.comment(path.get(0), null) : Optional.empty(),
                SchemaChange.Position.LAST)));
        return changes;
    }

    /**
     * The value is of the right kind but the place cannot hold it exactly.
     *
     * @param needed a type that would hold it; null if there is none
     * @param found the value's trouble, without the value
     * @return null, if the place will be widened or the value does not matter
     * @throws BadRecordException otherwise
     */
    Object misfit(Site site, DataType needed, String found) {
        if (lenient) {
            return null;
        }
        Optional<DataType> wider = needed == null ? Optional.empty() : Widening.between(site.type(), needed);
        if (wider.isPresent() && site.changeable() && settings.evolution().changesColumns()) {
            newTypes.merge(
                    site.path(), wider.get(), (a, b) -> Widening.union(a, b).orElse(a));
            return null;
        }
        throw bad(
                Reason.DOES_NOT_FIT,
                site,
                found + ", expected a value that " + site.type().asNullable() + " holds exactly" + remedy(site, wider));
    }

    /** The column becomes STRING, since its values and its type contradict each other. */
    void becomesText(Site site) {
        newTypes.put(site.path(), DataTypes.STRING);
    }

    /**
     * The value is not what its own form or schema says it is; no column could hold it.
     *
     * @return null, if the value does not matter
     * @throws BadRecordException otherwise
     */
    Object malformed(Site site, String found) {
        if (lenient) {
            return null;
        }
        throw bad(Reason.MALFORMED, site, found);
    }

    /**
     * A text is not of the notation that its column asks for. If its own schema promises a date or time it is damaged; else it is
     * just another text.
     *
     * @return null, if the value does not matter
     * @throws BadRecordException otherwise
     */
    Object notA(Site site, Meaning meaning, String notation) {
        String found = "the text is not a " + notation;
        return meaning.isWrittenTime()
                ? malformed(site, found + ", which its schema says it is")
                : misfit(site, null, found);
    }

    private String remedy(Site site, Optional<DataType> wider) {
        if (wider.isEmpty()) {
            return otherType(site);
        }
        return "; " + wider.get().asNullable() + " would, "
                + (site.changeable()
                        ? "but schema.evolution is " + settings.evolution().text()
                        : "but the type of a key, partition column or map key cannot change" + otherType(site));
    }

    /** What helps where no wider type does. */
    private String otherType(Site site) {
        return "; a column made with another type, by tables." + table + ".types."
                + site.path().get(0) + ", might hold it"
                + (site.type().root().isCharacter() ? "" : ": STRING takes every number, date and time");
    }

    /**
     * The value is of another kind than the place.
     *
     * @return null, if the value does not matter
     * @throws BadRecordException otherwise
     */
    Object wrongType(Site site, Object value, String expected) {
        if (lenient) {
            return null;
        }
        throw bad(
                Reason.WRONG_TYPE,
                site,
                "found " + Kinds.of(value) + ", expected " + expected + " for a column of type " + site.type()
                        + "; let the source send that, or make the column with a type that fits, by tables." + table
                        + ".types." + site.path().get(0));
    }

    /**
     * The value is an infinite date or timestamp.
     *
     * @return null, if settings say so
     * @throws BadRecordException otherwise
     */
    Object infinite(Site site) {
        if (lenient || settings.infinities() == InfinityPolicy.NULL) {
            return null;
        }
        throw bad(
                Reason.INFINITE_TIME,
                site,
                "found an infinite value or a zero date, which " + site.type().asNullable()
                        + " cannot hold; set infinite.time.policy to 'null' to store null instead, or make the column a STRING"
                        + " by tables." + table + ".types." + site.path().get(0));
    }

    /**
     * A place that must not be null would become so.
     *
     * @throws BadRecordException unless the column may become nullable
     */
    void nullIn(Site site) {
        if (site.changeable() && settings.evolution().changesColumns()) {
            nullable.put(site.path(), true);
            return;
        }
        if (!site.changeable() && site.path().size() == 1) {
            throw bad(
                    Reason.MISSING_KEY,
                    site,
                    "neither the row nor the record key has a value for it, and a column of the"
                            + " primary key must have one");
        }
        throw bad(
                Reason.NULL_VALUE,
                site,
                "the value is null or missing, but the column is " + site.type()
                        + (site.changeable()
                                ? " and schema.evolution is "
                                        + settings.evolution().text()
                                : ""));
    }

    /**
     * A field has no column.
     *
     * @param schema of the field; null without schemas
     * @param value not null; one that does not tell its type yet (an empty list or map) waits for one that does
     * @throws BadRecordException unless it gets a column or may be left out
     */
    void stranger(List<String> path, Schema schema, Object value) {
        if (lenient) {
            return;
        }
        if (settings.evolution().addsColumns()) {
            requireUsable(path);
            Optional<DataType> type =
                    path.size() == 1 ? Optional.ofNullable(givenTypes.get(path.get(0))) : Optional.empty();
            type = type.or(() -> ConnectTypes.of(schema, value));
            if (type.isEmpty() && ValueTypes.isTelling(value)) {
                throw new BadRecordException(
                        Reason.DOES_NOT_FIT, origin, String.join(".", path), ConnectTypes.NO_TYPE + path.get(0));
            }
            type.flatMap(found -> columns.pruned(path, found))
                    .ifPresent(found -> added.put(List.copyOf(path), found.asNullable()));
        } else if (settings.unknownFields() == UnknownFieldPolicy.FAIL) {
            throw new BadRecordException(
                    Reason.UNKNOWN_FIELD,
                    origin,
                    String.join(".", path),
                    "the table has no such column and schema.evolution is "
                            + settings.evolution().text()
                            + "; set it to add-columns, or unknown.field.policy to ignore");
        }
    }

    private void requireUsable(List<String> path) {
        if (!ColumnNames.isUsable(path.get(path.size() - 1))) {
            throw new BadRecordException(Reason.MALFORMED, origin, String.join(".", path), ConnectTypes.NO_NAME);
        }
    }

    /** A column that settings fill and the table lacks. */
    BadRecordException noColumn(String column) {
        return new BadRecordException(
                Reason.UNKNOWN_FIELD,
                origin,
                column,
                "settings fill this column, but the table does not have it and schema.evolution is "
                        + settings.evolution().text() + "; add the column, set schema.evolution to add-columns, or"
                        + " unknown.field.policy to ignore");
    }

    /** A field that must not be there. */
    BadRecordException conflict(String field, String message) {
        return new BadRecordException(Reason.REFUSED, origin, field, message);
    }

    BadRecordException bad(Reason reason, Site site, String message) {
        return new BadRecordException(reason, origin, site.name(), message);
    }
}
