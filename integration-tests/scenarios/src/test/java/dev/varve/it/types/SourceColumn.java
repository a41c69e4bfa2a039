package dev.varve.it.types;

import java.util.List;

/**
 * A column of the source database.
 *
 * @param type as PostgreSQL writes it
 * @param values SQL expressions, without null
 * @param preserved what of the source's values the table keeps, for the documentation; Markdown
 */
record SourceColumn(String name, String type, Family family, List<String> values, String preserved) {
    SourceColumn {
        values = List.copyOf(values);
    }

    static SourceColumn of(String name, String type, Family family, String preserved, String... values) {
        return new SourceColumn(name, type, family, List.of(values), preserved);
    }

    /** Expression of the value's text, null where the value is null. */
    String text() {
        return "case when " + name + " is null then null else " + family.text(name) + " end";
    }
}
