package dev.varve.it.evolution;

import java.util.List;

/**
 * One thing that an operator does to a table's columns.
 *
 * @param name for messages
 * @param together whether its steps, and the rows written between them, are one transaction
 * @param writesBetween statements that write rows after each step
 * @param evolves whether a copy that takes rows as they come must get another schema for it
 */
public record Change(String name, List<Step> steps, boolean together, int writesBetween, boolean evolves) {
    public Change {
        steps = List.copyOf(steps);
    }

    private static Change single(String name, boolean evolves, Step... steps) {
        return new Change(name, List.of(steps), false, 0, evolves);
    }

    /** The columns of a new table. */
    static final List<String> FIRST_COLUMNS = List.of(
            "quantity integer not null",
            "price numeric(8,2) not null",
            "weight real",
            "name varchar(20)",
            "colour text",
            "origin text not null",
            "note text",
            "supplier text not null",
            "grade integer",
            "spare integer");

    /** Every kind of change, to be made in this order, starting from {@link #FIRST_COLUMNS}. */
    public static final List<Change> ALL = List.of(
            single("add a column", true, Step.add("batch", "integer")),
            single(
                    "add columns with defaults",
                    true,
                    Step.add("status", "text not null default 'new'"),
                    Step.add("shelf", "integer default 7")),
            single("drop a column", false, Step.drop("note")),
            single("drop a NOT NULL column", true, Step.drop("origin")),
            single("rename a column", true, Step.rename("colour", "tint")),
            single("widen integer", true, Step.type("quantity", "bigint not null")),
            single("widen varchar", false, Step.type("name", "varchar(200)")),
            single("widen numeric", true, Step.type("price", "numeric(12,4) not null")),
            single("widen real", true, Step.type("weight", "double precision")),
            single("set NOT NULL", false, Step.setNotNull("grade", "integer")),
            single("drop NOT NULL", true, Step.dropNotNull("supplier", "text")),
            new Change(
                    "several changes in quick succession",
                    List.of(
                            Step.add("first", "integer"),
                            Step.add("second", "text"),
                            Step.rename("first", "third"),
                            Step.type("third", "bigint"),
                            Step.drop("second"),
                            Step.rename("spare", "reserve"),
                            Step.add("second", "text"),
                            Step.add("spare", "integer")),
                    false,
                    2,
                    true),
            single(
                    "several changes and no row between them",
                    true,
                    Step.add("passing", "integer"),
                    Step.rename("passing", "lasting"),
                    Step.type("lasting", "bigint"),
                    Step.add("gone", "text"),
                    Step.drop("gone")),
            new Change(
                    "changes and rows in one transaction",
                    List.of(
                            Step.add("margin", "numeric(6,1)"),
                            Step.type("margin", "numeric(10,3)"),
                            Step.rename("tint", "hue"),
                            Step.drop("batch")),
                    true,
                    3,
                    true));
}
