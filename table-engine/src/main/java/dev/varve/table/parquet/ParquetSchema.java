package dev.varve.table.parquet;

import static org.apache.parquet.schema.LogicalTypeAnnotation.dateType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.decimalType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.intType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.listType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.mapType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.stringType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.timeType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.timestampType;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.BINARY;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.BOOLEAN;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.DOUBLE;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.FLOAT;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT32;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT64;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT96;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.type.ArrayType;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DecimalType;
import dev.varve.table.type.MapType;
import dev.varve.table.type.MultisetType;
import dev.varve.table.type.PrecisionType;
import dev.varve.table.type.RowType;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.schema.ColumnOrder;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapKeyValueTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.apache.parquet.schema.Types;

/**
 * The Parquet schema with which rows of a type are stored (format page data files, type mapping). Names, annotations and field
 * ids are part of the stored format.
 *
 * <p>Columns and ROW fields carry their own field id. Elements, keys and values have none of their own: theirs is derived from
 * the nearest enclosing column or ROW field and the depth of lists and maps below it, counted from 1.
 */
final class ParquetSchema {
    private static final String MESSAGE_NAME = "paimon_schema";

    /** Derived ids count from the middle of the space: values and elements upwards, keys downwards. */
    private static final int DERIVED_ID_BASE = Integer.MAX_VALUE / 4;

    private static final int DERIVED_IDS_PER_FIELD = 1024;

    static final int MAX_INT_DECIMAL_PRECISION = 9;

    private ParquetSchema() {}

    static MessageType of(RowType type) {
        return new MessageType(MESSAGE_NAME, fields(type, MESSAGE_NAME));
    }

    private static List<Type> fields(RowType type, String owner) {
        if (type.arity() == 0) {
            throw new InvalidInputException("a ROW without fields cannot be stored in Parquet: " + owner);
        }
        var fields = new ArrayList<Type>(type.arity());
        for (DataField field : type.fields()) {
            fields.add(field(field.name(), field.type(), repetition(field.type()), field.id(), field.id(), 0));
        }
        return fields;
    }

    private static Repetition repetition(DataType type) {
        return type.nullable() ? Repetition.OPTIONAL : Repetition.REQUIRED;
    }

    /**
     * @param id what is stored as the field's id
     * @param ownerId id of the nearest enclosing column or ROW field
     * @param depth lists and maps between that field and this one
     */
    private static Type field(String name, DataType type, Repetition repetition, int id, int ownerId, int depth) {
        if (type instanceof ArrayType array) {
            Type element = nested("element", array.element(), repetition(array.element()), ownerId, depth + 1);
            Type list = Types.repeatedGroup().addField(element).named("list");
            return Types.buildGroup(repetition)
                    .as(listType())
                    .id(id)
                    .addField(list)
                    .named(name);
        } else if (type instanceof MapType map) {
            return map(name, map, repetition, id, ownerId, depth);
        } else if (type instanceof MultisetType multiset) {
            return map(name, multiset.asMap(), repetition, id, ownerId, depth);
        } else if (type instanceof RowType row) {
            return Types.buildGroup(repetition)
                    .id(id)
                    .addFields(fields(row, name).toArray(Type[]::new))
                    .named(name);
        }
        return primitive(name, type, repetition, id);
    }

    /** An element, or the value of a map. */
    private static Type nested(String name, DataType type, Repetition repetition, int ownerId, int depth) {
        int id = DERIVED_ID_BASE + DERIVED_IDS_PER_FIELD * ownerId + depth;
        return field(name, type, repetition, id, ownerId, depth);
    }

    private static Type map(String name, MapType map, Repetition repetition, int id, int ownerId, int depth) {
        int keyId = DERIVED_ID_BASE - DERIVED_IDS_PER_FIELD * ownerId - (depth + 1);
        Type key = field("key", map.key(), Repetition.REQUIRED, keyId, ownerId, depth + 1);
        Type value = nested("value", map.value(), repetition(map.value()), ownerId, depth + 1);
        Type entries = Types.repeatedGroup()
                .as(MapKeyValueTypeAnnotation.getInstance())
                .addField(key)
                .addField(value)
                .named("key_value");
        return Types.buildGroup(repetition)
                .as(mapType())
                .id(id)
                .addField(entries)
                .named(name);
    }

    private static Type primitive(String name, DataType type, Repetition repetition, int id) {
        return switch (type.root()) {
            case BOOLEAN -> plain(BOOLEAN, repetition, id, name);
            case TINYINT -> annotated(INT32, intType(8, true), repetition, id, name);
            case SMALLINT -> annotated(INT32, intType(16, true), repetition, id, name);
            case INT -> plain(INT32, repetition, id, name);
            case BIGINT -> plain(INT64, repetition, id, name);
            case FLOAT -> fraction(FLOAT, repetition, id, name);
            case DOUBLE -> fraction(DOUBLE, repetition, id, name);
            case CHAR, VARCHAR -> annotated(BINARY, stringType(), repetition, id, name);
            case BINARY, VARBINARY -> plain(BINARY, repetition, id, name);
            case DATE -> annotated(INT32, dateType(), repetition, id, name);
            case TIME -> annotated(INT32, timeType(true, TimeUnit.MILLIS), repetition, id, name);
            case TIMESTAMP -> timestamp(((PrecisionType) type).precision(), false, repetition, id, name);
            case TIMESTAMP_LTZ -> timestamp(((PrecisionType) type).precision(), true, repetition, id, name);
            case DECIMAL -> decimal((DecimalType) type, repetition, id, name);
            case ARRAY, MAP, MULTISET, ROW -> throw new IllegalStateException("not a primitive type: " + type);
        };
    }

    private static Type plain(PrimitiveTypeName physical, Repetition repetition, int id, String name) {
        return Types.primitive(physical, repetition).id(id).named(name);
    }

    /** Declares the order that all readers know. Parquet's default for new schemas is a younger one. */
    private static Type fraction(PrimitiveTypeName physical, Repetition repetition, int id, String name) {
        return Types.primitive(physical, repetition)
                .columnOrder(ColumnOrder.typeDefined())
                .id(id)
                .named(name);
    }

    private static Type annotated(
            PrimitiveTypeName physical, LogicalTypeAnnotation logical, Repetition repetition, int id, String name) {
        return Types.primitive(physical, repetition).as(logical).id(id).named(name);
    }

    private static Type timestamp(int precision, boolean utc, Repetition repetition, int id, String name) {
        if (precision <= 3) {
            return annotated(INT64, timestampType(utc, TimeUnit.MILLIS), repetition, id, name);
        } else if (precision <= 6) {
            return annotated(INT64, timestampType(utc, TimeUnit.MICROS), repetition, id, name);
        }
        return plain(INT96, repetition, id, name);
    }

    private static Type decimal(DecimalType type, Repetition repetition, int id, String name) {
        LogicalTypeAnnotation logical = decimalType(type.scale(), type.precision());
        if (type.precision() <= MAX_INT_DECIMAL_PRECISION) {
            return annotated(INT32, logical, repetition, id, name);
        } else if (type.precision() <= DecimalType.MAX_COMPACT_PRECISION) {
            return annotated(INT64, logical, repetition, id, name);
        }
        return Types.primitive(FIXED_LEN_BYTE_ARRAY, repetition)
                .length(decimalBytes(type.precision()))
                .as(logical)
                .id(id)
                .named(name);
    }

    /** The least number of bytes whose two's complement holds every value of {@code precision} digits. */
    static int decimalBytes(int precision) {
        return BigInteger.TEN.pow(precision).subtract(BigInteger.ONE).bitLength() / 8 + 1;
    }
}
