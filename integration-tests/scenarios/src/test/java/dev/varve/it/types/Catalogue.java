package dev.varve.it.types;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The types of one database, in tables, and the ways in which a source connector reads them.
 *
 * @param name of the database, as the documentation heads its types
 * @param prelude SQL that must stand before tables can be made
 * @param readings each becomes one source and one sink; the first has the source's usual settings, except where a column's
 *     documentation says otherwise
 * @param documented names of the tables of the first reading whose columns the documentation lists
 * @param words for types that the documentation cannot name as the database does
 * @param sinkSettings of every sink, over the defaults
 */
record Catalogue(
        String name,
        List<String> prelude,
        List<Reading> readings,
        List<String> documented,
        Map<String, String> words,
        Map<String, String> sinkSettings) {
    Catalogue {
        prelude = List.copyOf(prelude);
        readings = List.copyOf(readings);
        documented = List.copyOf(documented);
        words = Map.copyOf(words);
        sinkSettings = Map.copyOf(sinkSettings);
    }

    /** Tables that are read in one way. */
    record Reading(SourceMode mode, List<SourceTable> tables) {
        Reading {
            tables = List.copyOf(tables);
        }
    }

    /** The same with some of the readings. */
    Catalogue only(Predicate<Reading> kept) {
        return new Catalogue(name, prelude, readings.stream().filter(kept).toList(), documented, words, sinkSettings);
    }

    /** Every table once. */
    Set<SourceTable> tables() {
        Set<SourceTable> tables = new LinkedHashSet<>();
        readings.forEach(reading -> tables.addAll(reading.tables()));
        return tables;
    }

    /** How the documentation names a type. */
    String documented(String type) {
        return words.getOrDefault(type, type);
    }
}
