package dev.varve.connect.config;

import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef.Validator;
import org.apache.kafka.common.config.ConfigException;

/** Validates and recommends the constants of one enum. */
final class Choices<E extends Enum<E> & Choice> extends VisibleFor implements Validator {
    private final Class<E> choices;

    Choices(Class<E> choices, CdcFormat... formats) {
        super(formats);
        this.choices = choices;
    }

    @Override
    public void ensureValid(String name, Object value) {
        if (value == null || Choice.find(choices, value.toString()).isEmpty()) {
            throw new ConfigException(name, value, "it must be one of " + String.join(", ", Choice.texts(choices)));
        }
    }

    @Override
    public List<Object> validValues(String name, Map<String, Object> settings) {
        return List.copyOf(Choice.texts(choices));
    }

    @Override
    public String toString() {
        return String.join(", ", Choice.texts(choices));
    }
}
