package dev.varve.table.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.error.InvalidInputException;
import org.junit.jupiter.api.Test;

class PathEscapingTest {
    @Test
    void exactlyTheCharactersOfTheFormatAreEscaped() {
        String special = "\"#%'*/:=?[\\]^{}\u007F";
        for (char c = 0; c < 0x300; c++) {
            boolean escaped = (c >= 1 && c <= 0x1F) || special.indexOf(c) >= 0;
            String expected = escaped ? String.format("%%%02X", (int) c) : String.valueOf(c);
            assertThat(PathEscaping.escape(String.valueOf(c)))
                    .as("U+%04X", (int) c)
                    .isEqualTo(expected);
        }
    }

    @Test
    void exampleOfTheFormatPage() {
        assertThat(PathEscaping.escape("a/b=c:d e%")).isEqualTo("a%2Fb%3Dc%3Ad e%25");
        assertThat(PathEscaping.escape("plain + <text> & ünï")).isEqualTo("plain + <text> & ünï");
    }

    @Test
    void unescapeIsTheInverse() {
        for (String text : new String[] {"a/b=c:d e%", "%25", "%2", "%", "%%", "\u0001\u001F", "ä%41"}) {
            assertThat(PathEscaping.unescape(PathEscaping.escape(text))).isEqualTo(text);
        }
    }

    @Test
    void unescapeLeavesWhatIsNoEscape() {
        assertThat(PathEscaping.unescape("100%")).isEqualTo("100%");
        assertThat(PathEscaping.unescape("%zz%4")).isEqualTo("%zz%4");
        assertThat(PathEscaping.unescape("%4x%2f")).isEqualTo("%4x/");
    }

    @Test
    void nothingCannotBeEscaped() {
        assertThatThrownBy(() -> PathEscaping.escape("")).isInstanceOf(InvalidInputException.class);
    }
}
