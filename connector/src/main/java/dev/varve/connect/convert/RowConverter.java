package dev.varve.connect.convert;

import dev.varve.table.row.GenericRow;
import dev.varve.table.row.RowKind;
import dev.varve.table.type.DataField;
import dev.varve.table.type.RowType;
import java.util.Map;
import org.apache.kafka.connect.data.Struct;

/** A struct or map → ROW. */
final class RowConverter implements ValueConverter {
    private final Site site;
    private final RowType type;
    private final FieldReader reader;
    private final ValueConverters converters;
    private final Site[] sites;
    private final ValueConverter[] fields;

    RowConverter(Site site, RowType type, FieldReader reader, ValueConverters converters) {
        this.site = site;
        this.type = type;
        this.reader = reader;
        this.converters = converters;
        this.sites = new Site[type.arity()];
        this.fields = new ValueConverter[type.arity()];
        for (int i = 0; i < type.arity(); i++) {
            DataField field = type.field(i);
            sites[i] = site.nested(field.name(), field.type());
            fields[i] = converters.create(reader.schemaOf(i), sites[i]);
        }
    }

    @Override
    public Object convert(Object value, Attempt attempt) {
        if (!reader.reads(value)) {
            return value instanceof Struct || value instanceof Map
                    ? withOtherReader(value, attempt)
                    : attempt.wrongType(site, value, "a struct or a map");
        }
        Object[] raw = new Object[fields.length];
        reader.read(value, raw, attempt);
        GenericRow row = new GenericRow(RowKind.INSERT, fields.length);
        for (int i = 0; i < fields.length; i++) {
            Object field = raw[i] == null ? null : fields[i].convert(raw[i], attempt);
            if (field == null && !sites[i].type().nullable() && !attempt.hasDrift()) {
                if (attempt.isLenient()) {
                    return null;
                }
                attempt.nullIn(sites[i]);
            }
            row.set(i, field);
        }
        return row;
    }

    /** The value is not as the schema said, or there is none: built for this value alone. */
    private Object withOtherReader(Object value, Attempt attempt) {
        FieldReader other = value instanceof Struct struct
                ? converters.structReader(struct.schema(), site, type)
                : converters.mapReader(site, type);
        return new RowConverter(site, type, other, converters).convert(value, attempt);
    }
}
