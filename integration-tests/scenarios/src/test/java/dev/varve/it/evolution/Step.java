package dev.varve.it.evolution;

import java.util.Optional;

/**
 * One ALTER TABLE.
 *
 * @param clause what follows the table's name
 * @param added name that comes to be
 * @param gone name that ceases to be
 * @param column whose definition changes, under the name it has before; the new one's if it is added
 * @param definition of the column from now on, where it changes
 */
record Step(
        String clause,
        Optional<String> added,
        Optional<String> gone,
        String column,
        Optional<ColumnDefinition> definition) {

    static Step add(String name, String type) {
        return new Step(
                "add column " + name + " " + type,
                Optional.of(name),
                Optional.empty(),
                name,
                Optional.of(ColumnDefinition.parse(type)));
    }

    static Step drop(String name) {
        return new Step("drop column " + name, Optional.empty(), Optional.of(name), name, Optional.empty());
    }

    static Step rename(String from, String to) {
        return new Step(
                "rename column " + from + " to " + to, Optional.of(to), Optional.of(from), from, Optional.empty());
    }

    /** The column's other properties must be given too. */
    static Step type(String name, String definition) {
        ColumnDefinition parsed = ColumnDefinition.parse(definition);
        return new Step(
                "alter column " + name + " type " + parsed.type(),
                Optional.empty(),
                Optional.empty(),
                name,
                Optional.of(parsed));
    }

    static Step setNotNull(String name, String type) {
        return new Step(
                "alter column " + name + " set not null",
                Optional.empty(),
                Optional.empty(),
                name,
                Optional.of(ColumnDefinition.parse(type + " not null")));
    }

    static Step dropNotNull(String name, String type) {
        return new Step(
                "alter column " + name + " drop not null",
                Optional.empty(),
                Optional.empty(),
                name,
                Optional.of(ColumnDefinition.parse(type)));
    }
}
