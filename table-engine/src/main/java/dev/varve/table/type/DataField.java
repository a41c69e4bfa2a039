package dev.varve.table.type;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * A named column or nested field. The id is unique over the whole table and survives renaming.
 *
 * @param id field id, 0 or more; see format page schema, field ids
 * @param description comment, if any
 * @param defaultValue text that writers cast to the type and store instead of null, if any
 */
public record DataField(
        int id, String name, DataType type, Optional<String> description, Optional<String> defaultValue) {
    public DataField {
        requireNonNull(name, "name is null");
        requireNonNull(type, "type is null");
        requireNonNull(description, "description is null");
        requireNonNull(defaultValue, "defaultValue is null");
    }

    public DataField(int id, String name, DataType type) {
        this(id, name, type, Optional.empty(), Optional.empty());
    }

    public DataField withId(int newId) {
        return new DataField(newId, name, type, description, defaultValue);
    }

    public DataField withName(String newName) {
        return new DataField(id, newName, type, description, defaultValue);
    }

    public DataField withType(DataType newType) {
        return new DataField(id, name, newType, description, defaultValue);
    }

    public DataField withDescription(Optional<String> newDescription) {
        return new DataField(id, name, type, newDescription, defaultValue);
    }

    public DataField withDefaultValue(Optional<String> newDefaultValue) {
        return new DataField(id, name, type, description, newDefaultValue);
    }

    @Override
    public String toString() {
        return "`" + name.replace("`", "``") + "` " + type
                + description.map(text -> " '" + text.replace("'", "''") + "'").orElse("");
    }
}
