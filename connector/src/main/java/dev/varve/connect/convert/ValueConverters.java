package dev.varve.connect.convert;

import dev.varve.connect.config.SchemalessDecimal;
import dev.varve.table.TableId;
import dev.varve.table.type.ArrayType;
import dev.varve.table.type.DecimalType;
import dev.varve.table.type.LengthType;
import dev.varve.table.type.MapType;
import dev.varve.table.type.PrecisionType;
import dev.varve.table.type.RowType;
import java.util.Set;
import org.apache.kafka.connect.data.Schema;

/** Chooses the converter for a schema and a place. */
final class ValueConverters {
    private final SchemalessDecimal schemalessDecimals;
    private final FieldColumns columns;

    ValueConverters(SchemalessDecimal schemalessDecimals) {
        this(schemalessDecimals, FieldColumns.plain(new TableId("default", "values")));
    }

    /** @param columns which nested fields stay out */
    ValueConverters(SchemalessDecimal schemalessDecimals, FieldColumns columns) {
        this.schemalessDecimals = schemalessDecimals;
        this.columns = columns;
    }

    /**
     * The converter.
     *
     * @param schema of the values; null without schemas
     */
    ValueConverter create(Schema schema, Site site) {
        Meaning meaning = Meaning.of(schema);
        ValueConverter converter = create(meaning, schema, site);
        return meaning == Meaning.UNSIGNED_LONG ? new UnsignedConverter(converter) : converter;
    }

    private ValueConverter create(Meaning meaning, Schema schema, Site site) {
        return switch (site.type().root()) {
            case BOOLEAN -> new BooleanConverter(site);
            case TINYINT, SMALLINT, INT, BIGINT -> new IntegerConverter(site);
            case FLOAT, DOUBLE -> new FloatingConverter(site);
            case DECIMAL ->
                new DecimalConverter(
                        site,
                        (DecimalType) site.type(),
                        meaning == Meaning.UNTYPED && schemalessDecimals == SchemalessDecimal.BASE64);
            case CHAR, VARCHAR -> new TextConverter(site, (LengthType) site.type(), meaning);
            case BINARY, VARBINARY -> new BytesConverter(site, (LengthType) site.type(), meaning == Meaning.UNTYPED);
            case DATE -> new DateConverter(site, meaning);
            case TIME -> new TimeConverter(site, (PrecisionType) site.type(), meaning);
            case TIMESTAMP, TIMESTAMP_LTZ -> new TimestampConverter(site, (PrecisionType) site.type(), meaning);
            case ARRAY -> array(schema, site, (ArrayType) site.type());
            case MAP -> map(schema, site, (MapType) site.type());
            case ROW -> row(schema, site, (RowType) site.type());
            case MULTISET ->
                (value, attempt) -> attempt.wrongType(site, value, "nothing: no source has MULTISET values");
        };
    }

    private ValueConverter array(Schema schema, Site site, ArrayType type) {
        Schema element = schema == null || schema.type() != Schema.Type.ARRAY ? null : schema.valueSchema();
        Site elementSite = site.nested("element", type.element());
        return new ArrayConverter(site, elementSite, create(element, elementSite));
    }

    private ValueConverter map(Schema schema, Site site, MapType type) {
        boolean typed = schema != null && schema.type() == Schema.Type.MAP;
        Site keySite = site.fixed("key", type.key());
        Site valueSite = site.nested("value", type.value());
        return new MapConverter(
                site,
                keySite,
                create(typed ? schema.keySchema() : null, keySite),
                valueSite,
                create(typed ? schema.valueSchema() : null, valueSite));
    }

    private ValueConverter row(Schema schema, Site site, RowType type) {
        FieldReader reader = schema != null && schema.type() == Schema.Type.STRUCT
                ? structReader(schema, site, type)
                : mapReader(site, type);
        return new RowConverter(site, type, reader, this);
    }

    FieldReader structReader(Schema schema, Site site, RowType type) {
        return new StructReader(schema, new NestedPlaces(type, site.path(), columns), Set.of());
    }

    FieldReader mapReader(Site site, RowType type) {
        return new MapReader(new NestedPlaces(type, site.path(), columns), type.arity(), Set.of());
    }
}
