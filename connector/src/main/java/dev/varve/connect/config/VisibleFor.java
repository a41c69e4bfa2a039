package dev.varve.connect.config;

import static dev.varve.connect.config.SettingsDefinition.CDC_FORMAT;

import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef.Recommender;

/** Visible only with some record forms; an invalid form hides nothing. */
class VisibleFor implements Recommender {
    private final List<CdcFormat> formats;

    VisibleFor(CdcFormat... formats) {
        this.formats = List.of(formats);
    }

    @Override
    public List<Object> validValues(String name, Map<String, Object> settings) {
        return List.of();
    }

    @Override
    public boolean visible(String name, Map<String, Object> settings) {
        Object format = settings.get(CDC_FORMAT);
        return formats.isEmpty()
                || !(format instanceof String text)
                || Choice.find(CdcFormat.class, text).map(formats::contains).orElse(true);
    }
}
