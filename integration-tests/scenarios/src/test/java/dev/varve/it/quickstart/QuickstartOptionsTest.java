package dev.varve.it.quickstart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.it.process.HarnessException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class QuickstartOptionsTest {
    @Test
    void withoutOptionsHalfAMinuteThenStop() {
        QuickstartOptions options = QuickstartOptions.parse(List.of());
        assertThat(options.seconds()).isEqualTo(30);
        assertThat(options.keep()).isFalse();
        assertThat(options.terminal()).isFalse();
    }

    @Test
    void everyOptionIsTaken() {
        QuickstartOptions options = QuickstartOptions.parse(
                List.of("--seconds", "5", "--rate", "10", "--seed", "9", "--keep", "--work", "/tmp/x", "--terminal"));
        assertThat(options).isEqualTo(new QuickstartOptions(5, 10, 9, true, Path.of("/tmp/x"), true));
    }

    @Test
    void whatIsNotUnderstoodIsNamed() {
        assertThatThrownBy(() -> QuickstartOptions.parse(List.of("--secs", "5")))
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining("--secs");
        assertThatThrownBy(() -> QuickstartOptions.parse(List.of("--seconds", "soon")))
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining("'soon'");
        assertThatThrownBy(() -> QuickstartOptions.parse(List.of("--seconds")))
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining("needs a value");
    }
}
