package dev.varve.connect;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The connector's own version, as the build wrote it. */
final class Version {
    private static final String RESOURCE = "version.properties";

    private Version() {}

    static String text() {
        try (InputStream in = Version.class.getResourceAsStream(RESOURCE)) {
            var properties = new Properties();
            properties.load(in);
            return properties.getProperty("version");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + RESOURCE + " of the connector", e);
        }
    }
}
