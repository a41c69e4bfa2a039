package dev.varve.it.types;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.varve.it.process.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The part of the reference page of types that a run of {@link TypeMatrixIT} makes: what lies between two marks. */
final class TypesPage {
    private static final Path PAGE = Checkout.root().resolve("docs/reference/types.md");
    private static final String BEGIN = "<!-- made by TypeMatrixIT; -Dtestdata.rewrite=true writes it anew -->\n";
    private static final String END = "<!-- end of what TypeMatrixIT makes -->\n";

    private TypesPage() {}

    /** What stands there now. */
    static String made() throws IOException {
        String page = Files.readString(PAGE, UTF_8);
        return page.substring(page.indexOf(BEGIN) + BEGIN.length(), page.indexOf(END));
    }

    static void replace(String made) throws IOException {
        String page = Files.readString(PAGE, UTF_8);
        Files.writeString(
                PAGE,
                page.substring(0, page.indexOf(BEGIN) + BEGIN.length()) + made + page.substring(page.indexOf(END)));
    }
}
