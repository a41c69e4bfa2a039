package dev.varve.table.snapshot;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import dev.varve.table.error.CorruptTableException;
import dev.varve.table.error.UnsupportedFormatException;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The text of a snapshot file (format page, snapshots 3.1): keys in the order in which they are written here, two spaces of
 * indentation, no line end after the last brace. Readers ignore the order and keys that they do not know; an optional key may
 * also be {@code null}. The names are stored: never change one.
 */
public final class SnapshotJson {
    private static final JsonFactory JSON = new JsonFactory();

    private SnapshotJson() {}

    public static String format(Snapshot snapshot) {
        return format(snapshot, json -> {});
    }

    /** A snapshot with more keys at the end, as tags have them. */
    static String format(Snapshot snapshot, MoreKeys more) {
        StringWriter text = new StringWriter(1024);
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.setPrettyPrinter(new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n")));
            json.writeStartObject();
            json.writeNumberField("version", Snapshot.VERSION);
            json.writeNumberField("id", snapshot.id());
            json.writeNumberField("schemaId", snapshot.schemaId());
            json.writeStringField("baseManifestList", snapshot.baseManifestList());
            write(json, "baseManifestListSize", snapshot.baseManifestListSize());
            json.writeStringField("deltaManifestList", snapshot.deltaManifestList());
            write(json, "deltaManifestListSize", snapshot.deltaManifestListSize());
            write(json, "changelogManifestList", snapshot.changelogManifestList());
            write(json, "changelogManifestListSize", snapshot.changelogManifestListSize());
            write(json, "indexManifest", snapshot.indexManifest());
            json.writeStringField("commitUser", snapshot.commitUser());
            json.writeNumberField("commitIdentifier", snapshot.commitIdentifier());
            json.writeStringField("commitKind", snapshot.kind().name());
            json.writeNumberField("timeMillis", snapshot.timeMillis());
            json.writeNumberField("totalRecordCount", snapshot.totalRecordCount());
            json.writeNumberField("deltaRecordCount", snapshot.deltaRecordCount());
            write(json, "changelogRecordCount", snapshot.changelogRecordCount());
            write(json, "watermark", snapshot.watermark());
            write(json, "statistics", snapshot.statistics());
            write(json, "properties", snapshot.properties());
            write(json, "nextRowId", snapshot.nextRowId());
            more.write(json);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory failed", e);
        }
        return text.toString();
    }

    /** Writes further keys into the object of a snapshot. */
    @FunctionalInterface
    interface MoreKeys {
        void write(JsonGenerator json) throws IOException;
    }

    /**
     * Reads the text of a snapshot, long-lived changelog or tag.
     *
     * @param fileName the file that the text came from, for errors
     * @throws CorruptTableException if the text is not a snapshot; names the file and the key
     * @throws UnsupportedFormatException if it is one of another format version
     */
    public static Snapshot parse(String text, String fileName) {
        return parse(JsonKeys.parse(text, fileName));
    }

    static Snapshot parse(JsonKeys keys) {
        long version = keys.number("version");
        if (version != Snapshot.VERSION) {
            throw new UnsupportedFormatException(keys.fileName() + " has format version " + version
                    + "; this engine reads version " + Snapshot.VERSION + " only");
        }
        long id = keys.number("id");
        if (id < Snapshot.FIRST_ID) {
            throw keys.corrupt("id", "is " + id + "; snapshot ids start at " + Snapshot.FIRST_ID);
        }
        return new Snapshot(
                id,
                keys.number("schemaId"),
                keys.text("baseManifestList"),
                keys.optionalNumber("baseManifestListSize"),
                keys.text("deltaManifestList"),
                keys.optionalNumber("deltaManifestListSize"),
                keys.optionalText("changelogManifestList"),
                keys.optionalNumber("changelogManifestListSize"),
                keys.optionalText("indexManifest"),
                keys.text("commitUser"),
                keys.number("commitIdentifier"),
                kind(keys),
                keys.number("timeMillis"),
                keys.number("totalRecordCount"),
                keys.number("deltaRecordCount"),
                keys.optionalNumber("changelogRecordCount"),
                keys.optionalNumber("watermark"),
                keys.optionalText("statistics"),
                keys.optionalTexts("properties"),
                keys.optionalNumber("nextRowId"));
    }

    private static CommitKind kind(JsonKeys keys) {
        String name = keys.text("commitKind");
        for (CommitKind kind : CommitKind.values()) {
            if (kind.name().equals(name)) {
                return kind;
            }
        }
        throw new UnsupportedFormatException(keys.fileName() + ": 'commitKind' is '" + name
                + "'; this engine knows APPEND, COMPACT, OVERWRITE and ANALYZE");
    }

    private static void write(JsonGenerator json, String key, OptionalLong value) throws IOException {
        if (value.isPresent()) {
            json.writeNumberField(key, value.getAsLong());
        }
    }

    private static void write(JsonGenerator json, String key, Optional<String> value) throws IOException {
        if (value.isPresent()) {
            json.writeStringField(key, value.get());
        }
    }

    private static void write(JsonGenerator json, String key, Map<String, String> values) throws IOException {
        if (!values.isEmpty()) {
            json.writeObjectFieldStart(key);
            for (Map.Entry<String, String> entry : values.entrySet()) {
                json.writeStringField(entry.getKey(), entry.getValue());
            }
            json.writeEndObject();
        }
    }
}
