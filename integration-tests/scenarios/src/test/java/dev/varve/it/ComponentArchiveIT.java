package dev.varve.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The packaged component archive, as a worker and the component hub will see it. */
class ComponentArchiveIT {
    private static final Path PACKAGES = Path.of("..", "..", "connector", "target", "components", "packages");
    private static final Pattern JAR_NAME = Pattern.compile("(.+?)-\\d[^/]*\\.jar");
    private static final Pattern QUOTED = Pattern.compile("`([^`/\\s]+)`");

    private static ZipFile archive;
    private static String folder;

    @BeforeAll
    static void open() throws IOException {
        try (Stream<Path> files = Files.list(PACKAGES)) {
            List<Path> zips =
                    files.filter(file -> file.toString().endsWith(".zip")).toList();
            assertThat(zips).as("archives in %s", PACKAGES).hasSize(1);
            String fileName = zips.get(0).getFileName().toString();
            folder = fileName.substring(0, fileName.length() - ".zip".length());
            archive = new ZipFile(zips.get(0).toFile());
        }
    }

    @AfterAll
    static void close() throws IOException {
        archive.close();
    }

    @Test
    void everythingLiesInOneFolderNamedAsTheArchive() {
        assertThat(names()).allSatisfy(name -> assertThat(name).startsWith(folder + "/"));
    }

    @Test
    void theManifestNamesTheArchive() throws IOException {
        JsonNode manifest = new ObjectMapper().readTree(text("manifest.json"));
        assertThat(manifest.at("/owner/username").asText() + "-"
                        + manifest.at("/name").asText() + "-"
                        + manifest.at("/version").asText())
                .isEqualTo(folder);
        assertThat(manifest.at("/title").asText()).isNotBlank();
        assertThat(manifest.at("/description").asText()).isNotBlank();
        assertThat(manifest.at("/component_types/0").asText()).isEqualTo("sink");
        assertThat(manifest.at("/release_date").asText()).matches("\\d{4}-\\d{2}-\\d{2}");
        assertThat(archive.getEntry(folder + "/" + manifest.at("/logo").asText()))
                .isNotNull();
    }

    @Test
    void theDocumentsAreThere() throws IOException {
        assertThat(names())
                .contains(
                        folder + "/doc/LICENSE",
                        folder + "/doc/NOTICE",
                        folder + "/doc/licenses/THIRD-PARTY.md",
                        folder + "/etc/worker-distributed.properties");
        assertThat(folder).endsWith("-" + text("doc/version.txt").strip());
    }

    @Test
    void theWorkersOwnLibrariesAndThePaimonLibraryStayOut() {
        assertThat(libraries())
                .isNotEmpty()
                .noneMatch(name -> name.matches("(connect-|kafka-(?!connect-paimon)|slf4j-|log4j|logback|paimon).*"));
    }

    @Test
    void eachLibraryHasOneVersion() {
        assertThat(libraries()).doesNotHaveDuplicates();
    }

    @Test
    void theLicenseOfEachLibraryIsNamed() throws IOException {
        String listing = text("doc/licenses/THIRD-PARTY.md");
        List<Pattern> listed = QUOTED.matcher(listing)
                .results()
                .map(match -> Pattern.compile(match.group(1).replace(".", "\\.").replace("*", ".*")))
                .toList();
        assertThat(libraries())
                .filteredOn(name -> !name.equals("kafka-connect-paimon") && !name.equals("varve-table-engine"))
                .allMatch(name -> listed.stream()
                        .anyMatch(pattern -> pattern.matcher(name).matches()));
    }

    /** The names of the jars in lib, without their versions. */
    private static List<String> libraries() {
        return names().stream()
                .filter(name -> name.startsWith(folder + "/lib/") && name.endsWith(".jar"))
                .map(name -> JAR_NAME.matcher(name.substring((folder + "/lib/").length())))
                .filter(Matcher::matches)
                .map(matcher -> matcher.group(1))
                .toList();
    }

    private static List<String> names() {
        return archive.stream().map(ZipEntry::getName).toList();
    }

    private static String text(String name) throws IOException {
        ZipEntry entry = archive.getEntry(folder + "/" + name);
        assertThat(entry).as(name).isNotNull();
        try (InputStream in = archive.getInputStream(entry)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
