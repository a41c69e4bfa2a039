package dev.varve.table.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.varve.table.LookupStatistics;
import dev.varve.table.Table;
import dev.varve.table.TableEngine;
import dev.varve.table.TableLookup;
import dev.varve.table.error.InvalidInputException;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.Row;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.type.RowType;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints the row with one primary key. */
@Command(
        name = "get",
        description = "Prints the row with this primary key; exit status 1 if there is none.",
        mixinStandardHelpOptions = true)
final class GetCommand implements Callable<Integer> {
    private static final ObjectMapper JSON = new ObjectMapper();

    @Mixin
    private TableOption table;

    @Mixin
    private OutputOption output;

    @Parameters(
            arity = "1..*",
            paramLabel = "KEY",
            description =
                    "Values of the primary key columns in primary-key order, or one JSON object with all of them.")
    private List<String> values;

    @Option(names = "--stats", description = "Print to the error stream what the lookup has touched.")
    private boolean stats;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        try (TableEngine engine = table.startEngine()) {
            Table opened = table.open(engine);
            TableLookup lookup = opened.lookup();
            Optional<Row> row = lookup.find(key(opened.schema()));
            if (stats) {
                print(lookup.statistics());
            }
            if (row.isEmpty()) {
                return 1;
            }
            try (RowPrinter printer =
                    output.printer(spec.commandLine().getOut(), opened.schema().rowType())) {
                printer.print(row.get());
            }
            return 0;
        }
    }

    private void print(LookupStatistics touched) {
        PrintWriter err = spec.commandLine().getErr();
        err.printf(
                "files opened %d, skipped by filters %d; row groups read %d, skipped %d; pages read %d%n",
                touched.filesOpened(),
                touched.filesSkipped(),
                touched.rowGroupsRead(),
                touched.rowGroupsSkipped(),
                touched.pagesRead());
        err.flush();
    }

    private GenericRow key(TableSchema schema) {
        RowType type = schema.rowType().project(schema.positions(schema.primaryKeys()));
        if (values.size() == 1 && values.get(0).startsWith("{")) {
            return ValueJsonParser.parse(readObject(values.get(0)), type);
        }
        if (values.size() != type.arity()) {
            throw new InvalidInputException("the primary key has " + type.arity() + " columns " + type.names()
                    + ", got " + values.size() + " values");
        }
        ObjectNode object = JSON.createObjectNode();
        for (int i = 0; i < type.arity(); i++) {
            object.set(type.field(i).name(), literal(values.get(i), type, i));
        }
        return ValueJsonParser.parse(object, type);
    }

    /** What is a number or a boolean in JSON is read as JSON, everything else is text. */
    private static JsonNode literal(String text, RowType type, int position) {
        return switch (type.type(position).root()) {
            case BOOLEAN, TINYINT, SMALLINT, INT, BIGINT ->
                readScalar(text, type.field(position).name());
            default -> JSON.getNodeFactory().textNode(text);
        };
    }

    private static JsonNode readScalar(String text, String column) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new InvalidInputException(column + ": '" + text + "' is not a number or boolean", e);
        }
    }

    private static JsonNode readObject(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new InvalidInputException("the key is not a JSON object: " + e.getOriginalMessage(), e);
        }
    }
}
