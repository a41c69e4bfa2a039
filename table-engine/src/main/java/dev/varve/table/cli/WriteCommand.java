package dev.varve.table.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.varve.table.Table;
import dev.varve.table.TableChanges;
import dev.varve.table.TableEngine;
import dev.varve.table.TableWriter;
import dev.varve.table.error.InvalidInputException;
import dev.varve.table.snapshot.CommitResult;
import dev.varve.table.snapshot.Guard;
import dev.varve.table.type.RowType;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes JSON lines as one commit: all of them become visible, or none. */
@Command(
        name = "write",
        description = {
            "Writes JSON lines as one commit: all of them become visible, or none.",
            "A key \"_kind\" says what a line does: \"+I\" (default), \"-U\", \"+U\" or \"-D\"."
        },
        mixinStandardHelpOptions = true)
final class WriteCommand implements Callable<Integer> {
    private static final ObjectMapper JSON =
            new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

    @Mixin
    private TableOption table;

    @Parameters(
            arity = "0..1",
            paramLabel = "FILE",
            description = "File of JSON lines; standard input if it is left out or '-'.")
    private String file = "-";

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        try (BufferedReader lines = open();
                TableEngine engine = table.startEngine()) {
            Table opened = table.open(engine);
            try (TableWriter writer = opened.newWriter("varve-cli-" + UUID.randomUUID())) {
                long rows = writeAll(lines, writer, opened.schema().rowType());
                writer.awaitCompactions();
                TableChanges changes = writer.prepare();
                CommitResult result = writer.commit(changes, Long.MAX_VALUE, Map.of(), Guard.NONE, false);
                report(rows, result);
            }
        }
        return 0;
    }

    private BufferedReader open() {
        try {
            return file.equals("-")
                    ? new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))
                    : Files.newBufferedReader(Path.of(file));
        } catch (IOException e) {
            throw new InvalidInputException("cannot read " + file + ": " + e, e);
        }
    }

    private long writeAll(BufferedReader lines, TableWriter writer, RowType type) throws IOException {
        long rows = 0;
        long lineNumber = 0;
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            lineNumber++;
            if (line.isBlank()) {
                continue;
            }
            try {
                writer.write(ValueJsonParser.parse(readLine(line), type));
            } catch (InvalidInputException e) {
                throw new InvalidInputException(
                        "line " + lineNumber + ": " + e.getMessage() + "; nothing was written", e);
            }
            rows++;
        }
        return rows;
    }

    private static JsonNode readLine(String line) {
        try {
            return JSON.readTree(line);
        } catch (JsonProcessingException e) {
            throw new InvalidInputException("not JSON: " + e.getOriginalMessage(), e);
        }
    }

    private void report(long rows, CommitResult result) {
        var err = spec.commandLine().getErr();
        if (result instanceof CommitResult.Committed committed) {
            err.println("wrote " + rows + " rows as snapshot "
                    + committed.snapshots().get(0).id());
        } else {
            err.println("no rows, nothing was written");
        }
        err.flush();
    }
}
