package dev.varve.table.snapshot;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.error.CorruptTableException;
import dev.varve.table.error.UnsupportedFormatException;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SnapshotJsonTest {
    private static final String FILE = "/t/snapshot/snapshot-5";

    /** Files written by Apache Paimon come back to the byte. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "changelog_input-snapshot-1.json",
                "dedup_fixed-snapshot-4.json",
                "deletion_vectors-snapshot-2.json",
                "with_tags-tag.json"
            })
    void goldenFilesAreFormattedAsTheyWere(String name) throws IOException {
        String text = resource(name);
        assertThat(SnapshotJson.format(SnapshotJson.parse(text, name))).isEqualTo(text);
    }

    @Test
    void keysAreInTheOrderOfTheFormat() {
        assertThat(SnapshotJson.format(full())).isEqualTo("""
                        {
                          "version" : 3,
                          "id" : 5,
                          "schemaId" : 2,
                          "baseManifestList" : "manifest-list-a-0",
                          "baseManifestListSize" : 1000,
                          "deltaManifestList" : "manifest-list-a-1",
                          "deltaManifestListSize" : 1001,
                          "changelogManifestList" : "manifest-list-a-2",
                          "changelogManifestListSize" : 1002,
                          "indexManifest" : "index-manifest-a-0",
                          "commitUser" : "orders \\"sink\\"",
                          "commitIdentifier" : 9223372036854775807,
                          "commitKind" : "COMPACT",
                          "timeMillis" : 1795975936506,
                          "totalRecordCount" : 10,
                          "deltaRecordCount" : -3,
                          "changelogRecordCount" : 4,
                          "watermark" : -9223372036854775808,
                          "statistics" : "stat-a-0",
                          "properties" : {
                            "z" : "1",
                            "a" : "2"
                          },
                          "nextRowId" : 0
                        }""".stripIndent());
    }

    @Test
    void parseIsTheInverseOfFormat() {
        assertThat(SnapshotJson.parse(SnapshotJson.format(full()), FILE)).isEqualTo(full());
        assertThat(SnapshotJson.parse(SnapshotJson.format(minimal()), FILE)).isEqualTo(minimal());
        assertThat(SnapshotJson.format(minimal()))
                .doesNotContain("Size", "watermark", "properties", "nextRowId", "statistics", "changelog", "index");
    }

    @Test
    void propertiesKeepTheirOrder() {
        String text = SnapshotJson.format(SnapshotJson.parse(SnapshotJson.format(full()), FILE));
        assertThat(text.indexOf("\"z\"")).isLessThan(text.indexOf("\"a\""));
    }

    @Test
    void unknownKeysAndOrderDoNotMatter() {
        String text = SnapshotJson.format(minimal());
        String shuffled = "{\"future\": {\"a\": [1, 2.5e3, null]}, \"deltaRecordCount\": 7,"
                + text.substring(1).replaceFirst(",\\s*\"deltaRecordCount\" : 7", "");
        assertThat(SnapshotJson.parse(shuffled, FILE)).isEqualTo(minimal());
    }

    @Test
    void nullIsAbsent() {
        String text = SnapshotJson.format(minimal()).replaceFirst("\\{", "{\"watermark\": null, \"properties\": null,");
        assertThat(SnapshotJson.parse(text, FILE)).isEqualTo(minimal());
    }

    @Test
    void aTagWithRetentionIsReadAsItsSnapshot() throws IOException {
        Snapshot snapshot = SnapshotJson.parse(resource("with_tags-tag-retained.json"), "tag-x");
        assertThat(snapshot.deltaRecordCount()).isEqualTo(-3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "2", "4", "-3", "3000000000"})
    void anotherVersionIsRefused(String version) {
        String text = SnapshotJson.format(minimal()).replace("\"version\" : 3", "\"version\" : " + version);
        assertThatThrownBy(() -> SnapshotJson.parse(text, FILE))
                .isInstanceOf(UnsupportedFormatException.class)
                .hasMessageContaining(FILE)
                .hasMessageContaining("version " + version);
    }

    @Test
    void anUnknownKindIsRefused() {
        String text = SnapshotJson.format(minimal()).replace("APPEND", "MERGE");
        assertThatThrownBy(() -> SnapshotJson.parse(text, FILE))
                .isInstanceOf(UnsupportedFormatException.class)
                .hasMessageContaining(FILE)
                .hasMessageContaining("MERGE");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "version",
                "id",
                "schemaId",
                "baseManifestList",
                "deltaManifestList",
                "commitUser",
                "commitIdentifier",
                "commitKind",
                "timeMillis",
                "totalRecordCount",
                "deltaRecordCount"
            })
    void aMissingKeyIsNamed(String key) {
        String text = SnapshotJson.format(full()).replaceFirst("\"" + key + "\" :", "\"other\" :");
        assertCorrupt(text, "'" + key + "'", "missing");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"id\" : 5                    | \"id\" : \"5\"                | 'id'",
                "\"id\" : 5                    | \"id\" : 5.0                  | 'id'",
                "\"id\" : 5                    | \"id\" : 0                    | 'id'",
                "\"id\" : 5                    | \"id\" : 9223372036854775808  | 'id'",
                "\"version\" : 3               | \"version\" : true            | 'version'",
                "\"schemaId\" : 2              | \"schemaId\" : {}             | 'schemaId'",
                "\"manifest-list-a-0\"         | 17                            | 'baseManifestList'",
                "\"baseManifestListSize\" : 1000 | \"baseManifestListSize\" : \"1000\" | 'baseManifestListSize'",
                "\"COMPACT\"                   | [ ]                           | 'commitKind'",
                "\"a\" : \"2\"                 | \"a\" : 2                     | 'properties.a'",
                "\"properties\" : {            | \"properties\" : [ ], \"x\" : { | 'properties'",
            })
    void anIllTypedKeyIsNamed(String original, String replacement, String named) {
        String text = SnapshotJson.format(full());
        assertThat(text).contains(original);
        assertCorrupt(text.replace(original, replacement), named);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "null", "[]", "3", "\"{}\"", "{", "{}}", "{\"version\"", "<html>"})
    void whatIsNoObjectIsCorrupt(String text) {
        assertCorrupt(text);
    }

    @Test
    void aFileThatWasCutIsCorrupt() {
        String text = SnapshotJson.format(full());
        for (int end = 0; end < text.length(); end++) {
            assertCorrupt(text.substring(0, end));
        }
    }

    private static void assertCorrupt(String text, String... named) {
        assertThatThrownBy(() -> SnapshotJson.parse(text, FILE))
                .as(text)
                .isInstanceOf(CorruptTableException.class)
                .satisfies(e -> assertThat(List.of(named))
                        .allSatisfy(part -> assertThat(e.getMessage()).contains(part)))
                .hasMessageContaining(FILE);
    }

    static Snapshot full() {
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put("z", "1");
        properties.put("a", "2");
        return new Snapshot(
                5,
                2,
                "manifest-list-a-0",
                OptionalLong.of(1000),
                "manifest-list-a-1",
                OptionalLong.of(1001),
                Optional.of("manifest-list-a-2"),
                OptionalLong.of(1002),
                Optional.of("index-manifest-a-0"),
                "orders \"sink\"",
                Long.MAX_VALUE,
                CommitKind.COMPACT,
                1795975936506L,
                10,
                -3,
                OptionalLong.of(4),
                OptionalLong.of(Long.MIN_VALUE),
                Optional.of("stat-a-0"),
                properties,
                OptionalLong.of(0));
    }

    private static Snapshot minimal() {
        return new Snapshot(
                1,
                0,
                "base",
                OptionalLong.empty(),
                "delta",
                OptionalLong.empty(),
                Optional.empty(),
                OptionalLong.empty(),
                Optional.empty(),
                "user",
                1,
                CommitKind.APPEND,
                0,
                7,
                7,
                OptionalLong.empty(),
                OptionalLong.empty(),
                Optional.empty(),
                Map.of(),
                OptionalLong.empty());
    }

    private static String resource(String name) throws IOException {
        try (InputStream stream = SnapshotJsonTest.class.getResourceAsStream(name)) {
            assertThat(stream).as(name).isNotNull();
            return new String(stream.readAllBytes(), UTF_8);
        }
    }
}
