package dev.varve.table.testing;

import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Copies of records with some components changed, for tests that want one thing wrong in a large record. */
public final class Records {
    private Records() {}

    /** @param changes names of components, each followed by its value */
    @SuppressWarnings("unchecked")
    public static <T extends Record> T with(T record, Object... changes) {
        Map<String, Object> changed = new HashMap<>();
        for (int i = 0; i < changes.length; i += 2) {
            changed.put((String) changes[i], changes[i + 1]);
        }
        RecordComponent[] components = record.getClass().getRecordComponents();
        try {
            Object[] values = new Object[components.length];
            for (int i = 0; i < values.length; i++) {
                String name = components[i].getName();
                values[i] = changed.containsKey(name)
                        ? changed.remove(name)
                        : components[i].getAccessor().invoke(record);
            }
            if (!changed.isEmpty()) {
                throw new IllegalArgumentException(record.getClass() + " has no " + changed.keySet());
            }
            Constructor<?> constructor = record.getClass()
                    .getDeclaredConstructor(Arrays.stream(components)
                            .map(RecordComponent::getType)
                            .toArray(Class[]::new));
            return (T) constructor.newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException("cannot copy " + record, e);
        }
    }
}
