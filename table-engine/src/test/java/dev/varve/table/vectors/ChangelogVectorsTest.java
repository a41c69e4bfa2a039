package dev.varve.table.vectors;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.table.ChangelogCursor;
import dev.varve.table.CompactRequest;
import dev.varve.table.Table;
import dev.varve.table.TableWriter;
import dev.varve.table.VerifyRequest;
import dev.varve.table.row.GenericRow;
import dev.varve.table.snapshot.Guard;
import dev.varve.table.snapshot.Snapshot;
import dev.varve.table.testing.GoldenValues;
import dev.varve.table.testing.MemoryFileIO;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every recorded case of what readers of changes get, through whole tables. The full compaction that a table writer makes by itself
 * with every commit is put off, as in the recording; where a step of it compacts, it does so in a commit of its own here.
 */
class ChangelogVectorsTest {
    private static final String PUT_OFF = "1000";

    static List<VectorCase> all() throws IOException {
        try (InputStream in = ChangelogVectorsTest.class.getResourceAsStream("/vectors/changelog.json")) {
            JsonNode cases = GoldenValues.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                    .get("cases");
            return StreamSupport.stream(cases.spliterator(), false)
                    .map(json -> VectorCase.ofTable(json, 0))
                    .toList();
        }
    }

    @Test
    void allCasesAreThere() throws IOException {
        assertThat(all()).hasSize(62);
    }

    @ParameterizedTest
    @MethodSource("all")
    void readersOfChangesGetWhatIsRecorded(VectorCase vector) {
        MemoryFileIO io = new MemoryFileIO();
        Table table = VarveTable.create(
                        new VectorTable(List.of(vector)), io, Map.of("full-compaction.delta-commits", PUT_OFF))
                .table();
        List<String> changes = new ArrayList<>();
        try (TableWriter writer = table.newWriter("varve")) {
            for (int i = 0; i < vector.steps().size(); i++) {
                long before = table.latestSnapshot().map(Snapshot::id).orElse(0L);
                JsonNode step = vector.json().get("steps").get(i);
                if (step.has("write")) {
                    vector.steps().get(i).rows().forEach(writer::write);
                    writer.commit(writer.prepare(), i, Map.of(), Guard.NONE, false);
                }
                if (step.has("compact")) {
                    table.maintenance().compact(CompactRequest.full());
                }
                changes.add(changesAfter(table, before).toString());
            }
        }
        assertThat(changes).isEqualTo(expected(vector));
        assertThat(vector.text(dev.varve.table.Tables.rows(table))).isEqualTo(vector.expected());
        assertThat(table.maintenance().verify(new VerifyRequest(true, true)).problems())
                .isEmpty();
    }

    private static List<String> expected(VectorCase vector) {
        List<String> steps = new ArrayList<>();
        for (JsonNode step : vector.json().get("changelog")) {
            List<String> changes = new ArrayList<>();
            step.forEach(change ->
                    changes.add(change.get(0).textValue() + change.get(1).toString()));
            steps.add(changes.toString());
        }
        return steps;
    }

    private static List<String> changesAfter(Table table, long snapshot) {
        List<String> changes = new ArrayList<>();
        try (ChangelogCursor cursor = table.changelog().after(snapshot).open()) {
            while (cursor.advance()) {
                List<Object> values = new ArrayList<>();
                GenericRow row = GenericRow.copyOf(cursor.row(), cursor.type());
                for (int i = 0; i < row.arity(); i++) {
                    values.add(GoldenValues.toJson(row.valueAt(i), cursor.type().type(i)));
                }
                changes.add(cursor.row().kind().shortName() + values.toString().replace(", ", ","));
            }
        }
        return changes;
    }
}
