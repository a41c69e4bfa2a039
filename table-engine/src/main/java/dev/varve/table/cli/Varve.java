package dev.varve.table.cli;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.error.TableException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;

/** Entry point of {@code bin/varve}. Exit status 0 ok, 1 failure, 2 usage. */
@Command(
        name = "varve",
        description = "Looks into, writes and maintains Apache Paimon format primary-key tables.",
        mixinStandardHelpOptions = true,
        versionProvider = Varve.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            CreateCommand.class,
            WriteCommand.class,
            ScanCommand.class,
            GetCommand.class,
            ChangelogCommand.class,
            SchemaCommand.class,
            SnapshotsCommand.class,
            FilesCommand.class,
            ExpireCommand.class,
            TagCommand.class,
            RollbackCommand.class,
            OrphansCommand.class,
            VerifyCommand.class,
            CompactCommand.class,
            RescaleCommand.class
        })
public final class Varve {
    private static final int FAILURE = 1;
    private static final int USAGE = 2;

    Varve() {}

    /** Runs one command and ends the process with its status. */
    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    /** The whole command line; tests give it writers of their own. */
    static CommandLine commandLine() {
        return new CommandLine(new Varve())
                .setExecutionExceptionHandler(Varve::report)
                .setCaseInsensitiveEnumValuesAllowed(true);
    }

    /** A user's mistake or a broken table is one sentence; only what we did not foresee shows its stack. */
    private static int report(Exception failure, CommandLine command, CommandLine.ParseResult parsed) {
        if (failure instanceof TableException || failure instanceof UncheckedIOException) {
            command.getErr().println("varve: " + failure.getMessage());
        } else {
            command.getErr().println("varve: unexpected failure, please report it");
            failure.printStackTrace(command.getErr());
        }
        command.getErr().flush();
        return failure instanceof InvalidInputException ? USAGE : FAILURE;
    }

    /** The version that was built. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() throws IOException {
            var properties = new Properties();
            try (InputStream in = Varve.class.getResourceAsStream("/dev/varve/table/version.properties")) {
                properties.load(in);
            }
            return new String[] {"varve " + properties.getProperty("version")};
        }
    }
}
