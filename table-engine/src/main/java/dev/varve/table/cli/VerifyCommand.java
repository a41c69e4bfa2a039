package dev.varve.table.cli;

import dev.varve.table.TableEngine;
import dev.varve.table.VerifyReport;
import dev.varve.table.VerifyReport.Problem;
import dev.varve.table.VerifyRequest;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.GenericRow;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import dev.varve.table.type.RowType;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Checks a table and prints what is wrong with it. */
@Command(
        name = "verify",
        description = {
            "Checks that a table is what its metadata says, and prints what is not.",
            "Exit status 0 if nothing is wrong, 1 if something is."
        },
        mixinStandardHelpOptions = true)
final class VerifyCommand implements Callable<Integer> {
    private static final RowType TYPE = DataTypes.row(
            new DataField(0, "rule", DataTypes.STRING),
            new DataField(1, "file", DataTypes.STRING),
            new DataField(2, "expected", DataTypes.STRING),
            new DataField(3, "found", DataTypes.STRING));

    @Mixin
    private TableOption table;

    @Mixin
    private OutputOption output;

    @Option(
            names = "--deep",
            description = "Read all rows; without this, files are only looked for and their sizes compared.")
    private boolean deep;

    @Option(names = "--all-snapshots", description = "Check all snapshots and tags instead of the newest snapshot.")
    private boolean allSnapshots;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        try (TableEngine engine = table.startEngine()) {
            VerifyReport report = table.open(engine).maintenance().verify(new VerifyRequest(deep, allSnapshots));
            try (RowPrinter printer = output.printer(spec.commandLine().getOut(), TYPE)) {
                report.problems().forEach(problem -> printer.print(row(problem)));
            }
            summarize(report);
            return report.isSound() ? 0 : 1;
        }
    }

    private static GenericRow row(Problem problem) {
        return GenericRow.of(
                BinaryString.of(problem.rule()),
                BinaryString.of(problem.file()),
                BinaryString.of(problem.expected()),
                BinaryString.of(problem.found()));
    }

    private void summarize(VerifyReport report) {
        PrintWriter err = spec.commandLine().getErr();
        err.println("checked "
                + report.checked().entrySet().stream()
                        .filter(entry -> entry.getValue() > 0)
                        .map(entry -> entry.getKey() + "=" + entry.getValue())
                        .collect(Collectors.joining(" ")));
        if (report.isSound()) {
            err.println("nothing is wrong");
        } else {
            err.println(report.problemCount()
                    + (report.problemCount() == 1 ? " problem" : " problems")
                    + (report.problemCount() > report.problems().size()
                            ? ", of which the first " + report.problems().size() + " are printed"
                            : ""));
        }
        err.flush();
    }
}
