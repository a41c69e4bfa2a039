package dev.varve.connect.convert;

import dev.varve.connect.event.BadRecordException;
import dev.varve.table.option.ColumnOptions;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DataTypes;
import java.util.List;
import java.util.Optional;

/**
 * A converter of a column that becomes STRING when a value does not fit it, and cannot be made to by a wider type of its kind
 * ({@code schema.conflict.policy=string}). Values that are no text (structs, lists, bytes) leave the column as it is.
 *
 * @param obstacle why the column must not become STRING, if so
 */
record TextFallback(ValueConverter converter, Site site, TextConverter text, Optional<String> obstacle)
        implements ValueConverter {

    static TextFallback of(ValueConverter converter, Site site, Meaning meaning, TableSchema table) {
        return new TextFallback(
                converter, site, new TextConverter(site, DataTypes.STRING, meaning), obstacle(site, table));
    }

    @Override
    public Object convert(Object value, Attempt attempt) {
        try {
            return converter.convert(value, attempt);
        } catch (BadRecordException e) {
            if (!e.reason().isConflict()) {
                throw e;
            }
            Optional<String> why = obstacle.or(() -> text.isText(value)
                    ? Optional.empty()
                    : Optional.of("the value is neither text, number nor boolean"));
            if (why.isPresent()) {
                throw e.with("; schema.conflict.policy=string does not help here: " + why.get());
            }
            attempt.becomesText(site);
            return null;
        }
    }

    /** Old values must mean the same as text, to every reader, and nothing may count or order by them. */
    private static Optional<String> obstacle(Site site, TableSchema table) {
        if (!site.changeable()) {
            return Optional.of("a column of the primary key or of the partition never changes");
        }
        List<String> users = ColumnOptions.naming(table.options(), site.path().get(0));
        return obstacle(site.type())
                .or(() -> users.isEmpty()
                        ? Optional.empty()
                        : Optional.of("the table's options " + users + " use the column"));
    }

    private static Optional<String> obstacle(DataType type) {
        return switch (type.root()) {
            case BOOLEAN,
                    TINYINT,
                    SMALLINT,
                    INT,
                    BIGINT,
                    FLOAT,
                    DOUBLE,
                    DECIMAL,
                    CHAR,
                    VARCHAR,
                    DATE,
                    TIME,
                    TIMESTAMP -> Optional.empty();
            case BINARY, VARBINARY -> Optional.of("old values of " + type + " need not be text");
            case TIMESTAMP_LTZ ->
                Optional.of("old values of " + type + " would be other texts in each reader's time zone");
            case ARRAY, MAP, MULTISET, ROW -> Optional.of("only scalar columns become text, this one is " + type);
        };
    }
}
