package dev.varve.table.error;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FailuresTest {
    private final Failures failures = new Failures();

    @Test
    void allStepsRunAndTheFirstErrorCarriesTheOthers() {
        var first = new IllegalStateException("first");
        var second = new IllegalArgumentException("second");
        List<String> done = new ArrayList<>();
        failures.collect(() -> {
            throw first;
        });
        failures.collect(() -> done.add("between"));
        failures.collect(() -> {
            throw second;
        });
        assertThatThrownBy(failures::throwIfAny).isSameAs(first).hasSuppressedException(second);
        assertThat(done).containsExactly("between");
    }

    @Test
    void nothingIsThrownOrAttachedIfAllWentWell() {
        failures.collect(() -> {});
        var cause = new IllegalStateException("cause");
        failures.attachTo(cause);
        failures.throwIfAny();
        assertThat(cause).hasNoSuppressedExceptions();
    }

    @Test
    void whatWasCollectedIsAttachedToAnErrorThatIsThrownAnyway() {
        var left = new IllegalStateException("left");
        var cause = new IllegalStateException("cause");
        failures.collect(() -> {
            throw left;
        });
        failures.attachTo(cause);
        assertThat(cause).hasSuppressedException(left);
    }

    @Test
    void anErrorIsNotAttachedToItself() {
        var same = new IllegalStateException("same");
        for (int i = 0; i < 2; i++) {
            failures.collect(() -> {
                throw same;
            });
        }
        failures.attachTo(same);
        assertThat(same).hasNoSuppressedExceptions();
    }
}
