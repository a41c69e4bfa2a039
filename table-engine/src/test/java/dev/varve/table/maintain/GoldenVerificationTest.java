package dev.varve.table.maintain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.fs.LocalFileIO;
import dev.varve.table.fs.Location;
import dev.varve.table.testing.GoldenTables;
import dev.varve.table.testing.ManualEnv;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tables that Apache Paimon 1.4.2 wrote are in order, to the last row of the oldest snapshot and tag. */
class GoldenVerificationTest {
    static Stream<String> tables() {
        return GoldenTables.names().stream();
    }

    @ParameterizedTest
    @MethodSource("tables")
    void nothingIsFoundInATableOfPaimon(String name) {
        TableFiles table = TablesUnderTest.open(
                new LocalFileIO(ManualEnv.create()),
                Location.of(GoldenTables.table(name).toString()),
                ManualEnv.create());
        Verification verification = new TableVerifier(table, new VerifyScope(true, true)).verify();
        assertThat(verification.findings()).isEmpty();
        assertThat(verification.findingCount()).isZero();
        assertThat(verification.checked().get(Checked.SNAPSHOTS)).isPositive();
        assertThat(verification.checked().get(Checked.DATA_FILES)).isPositive();
        boolean readable = verification.checked().get(Checked.UNREAD_FILES) == 0;
        assertThat(verification.checked().get(Checked.ROWS) > 0).isEqualTo(readable);
    }
}
