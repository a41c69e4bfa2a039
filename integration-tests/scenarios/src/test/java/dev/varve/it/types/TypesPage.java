package dev.varve.it.types;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.varve.it.process.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The part of the reference page of types that the run of a test makes: what lies between two marks. */
final class TypesPage {
    private static final Path PAGE = Checkout.root().resolve("docs/reference/types.md");

    private final String begin;
    private final String end;

    /** @param maker the test */
    TypesPage(Class<?> maker) {
        String name = maker.getSimpleName();
        begin = "<!-- made by " + name + "; -Dtestdata.rewrite=true writes it anew -->\n";
        end = "<!-- end of what " + name + " makes -->\n";
    }

    /** What stands there now. */
    String made() throws IOException {
        String page = Files.readString(PAGE, UTF_8);
        return page.substring(page.indexOf(begin) + begin.length(), page.indexOf(end));
    }

    void replace(String made) throws IOException {
        String page = Files.readString(PAGE, UTF_8);
        Files.writeString(
                PAGE,
                page.substring(0, page.indexOf(begin) + begin.length()) + made + page.substring(page.indexOf(end)));
    }
}
