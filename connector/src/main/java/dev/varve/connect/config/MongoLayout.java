package dev.varve.connect.config;

/** How a document of MongoDB becomes columns, setting {@code mongodb.layout}. */
public enum MongoLayout implements Choice {
    /** Two columns: {@code _id}, and {@code document} with the document's JSON. */
    DOCUMENT,
    /** One column for each field of the document's first level. */
    COLUMNS
}
